import type * as Monaco from "monaco-editor/editor";

/**
 * What every editor has in common. The text may be an attacker's: links are not clickable, control characters and
 * bidirectional overrides are shown.
 */
export const COMMON_OPTIONS = {
  automaticLayout: true,
  fontFamily: "var(--font-mono)",
  fontSize: 12,
  lineHeight: 18,
  minimap: { enabled: false },
  links: false,
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  renderControlCharacters: true,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  fixedOverflowWidgets: true,
  contextmenu: false,
  bracketPairColorization: { enabled: false },
  glyphMargin: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  renderLineHighlight: "none",
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 6,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  occurrencesHighlight: "off",
  selectionHighlight: false,
  guides: { indentation: false },
  padding: { top: 6, bottom: 6 },
  wordWrap: "on",
  tabSize: 2,
} satisfies Monaco.editor.IEditorOptions & Monaco.editor.IGlobalEditorOptions;
