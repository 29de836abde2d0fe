import { chatImporter } from "./chat-importer.ts";

/**
 * OpenAI Responses in every container: requests, responses, logs with plain or streamed bodies, chains by
 * `previous_response_id`, bare lists of items.
 */
export const openaiResponses = chatImporter("openai-responses", "responses", false);
