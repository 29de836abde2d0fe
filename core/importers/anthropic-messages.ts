import { chatImporter } from "./chat-importer.ts";

/**
 * Anthropic Messages in every container: request logs with plain or streamed responses, claude-trace, batches,
 * one request, a message array.
 */
export const anthropicMessages = chatImporter("anthropic-messages", "anthropic", false);
