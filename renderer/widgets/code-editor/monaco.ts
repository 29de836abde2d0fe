// The only door to Monaco, and a lazy one: nothing but the views beside it may import this file. The tree-shaken
// entries: the editor, its features, and JSON with its language service; both workers are bundled with the page.
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import { jsonDefaults } from "monaco-editor/languages/features/json/register";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import JsonWorker from "monaco-editor/languages/features/json/json.worker?worker";
import { followTheme } from "./theme.ts";

self.MonacoEnvironment = {
  getWorker: (_id: string, label: string) =>
    label === "json" ? new JsonWorker({ name: "json" }) : new EditorWorker({ name: "editor" }),
};
followTheme(monaco);

export { jsonDefaults, monaco };
