import { chatImporter } from "./chat-importer.ts";

/** Gemini generateContent in every container: requests, request and response logs, bare lists of contents. */
export const gemini = chatImporter("gemini", "gemini", false);
