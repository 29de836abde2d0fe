import { type ReactNode, useEffect, useImperativeHandle, useRef } from "react";
import type { CodeEditorProps, CodeMarker } from "./code-editor.tsx";
import { EchoFilter } from "./echo.ts";
import { smallestEdit } from "./edit.ts";
import { jsonDefaults, monaco } from "./monaco.ts";
import { COMMON_OPTIONS } from "./options.ts";

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/** JSON schemas by the address of the model that they are for; the language service knows one list for all. */
const schemas = new Map<string, object>();

function setSchema(uri: string, schema: object | undefined): void {
  if (schema) schemas.set(uri, schema);
  else schemas.delete(uri);
  jsonDefaults.setDiagnosticsOptions({
    // What a profile may hold is checked by the core, which knows reasons and mends; the schema completes and explains.
    validate: true,
    allowComments: false,
    schemaValidation: "ignore",
    schemas: [...schemas].map(([file, found]) => ({
      uri: `${file}.schema`,
      fileMatch: [file],
      schema: found,
    })),
  });
}

/** Brings a model to a text by the smallest edit, so that the caret and the scroll position stay. */
function bringTo(model: Model, text: string): void {
  const edit = smallestEdit(model.getValue(), text);
  if (!edit) return;
  const range = monaco.Range.fromPositions(model.getPositionAt(edit.start), model.getPositionAt(edit.end));
  model.pushEditOperations([], [{ range, text: edit.text }], () => null);
}

function drawMarkers(model: Model, markers: readonly CodeMarker[]): void {
  const drawn = markers.map(({ start, end, message, severity }) => {
    const from = model.getPositionAt(start);
    const to = model.getPositionAt(end);
    return {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
      message,
      severity: severity === "error" ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    };
  });
  monaco.editor.setModelMarkers(model, "ullage", drawn);
}

let made = 0;

interface Opened {
  readonly editor: Editor;
  readonly model: Model;
  readonly uri: string;
}

function open(place: HTMLElement, props: CodeEditorProps): Opened {
  const uri = `inmemory://ullage/${++made}.${props.language === "json" ? "json" : "txt"}`;
  const model = monaco.editor.createModel(props.value, props.language, monaco.Uri.parse(uri));
  const editor = monaco.editor.create(place, {
    ...COMMON_OPTIONS,
    model,
    readOnly: props.readOnly === true,
    ariaLabel: props.label,
    folding: true,
    quickSuggestions: { strings: true, other: true, comments: false },
    // Typing over a selection replaces it. Put in brackets it leaves half of them behind, and fails in Monaco.
    autoSurround: "never",
    // Tab moves on, as everywhere else in the window: nobody is caught in the editor.
    tabFocusMode: true,
  });
  return { editor, model, uri };
}

function openSearch(editor: Editor | undefined): void {
  editor?.focus();
  editor?.trigger("ullage", "actions.find", null);
}

/** The editor itself. Only ever loaded lazily, by CodeEditor. */
export function EditorView(props: CodeEditorProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<Opened | null>(null);
  const latest = useRef(props);
  const echo = useRef(new EchoFilter());
  /** True while the text is brought to a value from outside: that is no edit of the user's. */
  const own = useRef(false);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!place.current) return;
    const now = open(place.current, latest.current);
    opened.current = now;
    const changes = now.model.onDidChangeContent(() => {
      if (own.current) return;
      const text = now.model.getValue();
      echo.current.told(text);
      latest.current.onChange?.(text);
    });
    const blur = now.editor.onDidBlurEditorText(() => latest.current.onCommit?.());
    return () => {
      opened.current = null;
      changes.dispose();
      blur.dispose();
      setSchema(now.uri, undefined);
      now.editor.dispose();
      now.model.dispose();
    };
  }, []);

  useEffect(() => {
    if (!opened.current || echo.current.isEcho(props.value)) return;
    own.current = true;
    bringTo(opened.current.model, props.value);
    own.current = false;
  }, [props.value]);
  useEffect(() => {
    if (opened.current) setSchema(opened.current.uri, props.schema);
  }, [props.schema]);
  useEffect(() => {
    if (opened.current) drawMarkers(opened.current.model, props.markers ?? []);
  }, [props.markers, props.value]);

  useImperativeHandle(props.handle, () => ({ find: () => openSearch(opened.current?.editor) }), []);
  return <div ref={place} className="code-editor-place" />;
}
