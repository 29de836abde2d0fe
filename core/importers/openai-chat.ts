import { chatImporter } from "./chat-importer.ts";

/**
 * OpenAI Chat Completions in every container: one request, a message array, JSONL of one of these or of single
 * messages, request and response pairs or alternating lines, batches, benchmark arrays of trajectories.
 */
export const openaiChat = chatImporter("openai-chat", "openai", true);
