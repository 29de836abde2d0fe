import type { Json } from "../model/json.ts";
import type { WireProvider } from "./options.ts";

/** Where a provider's body goes, and the headers it needs; the key stands in an environment variable. */
interface Endpoint {
  readonly address: (model: string) => string;
  readonly headers: readonly string[];
}

const ENDPOINTS: { readonly [P in WireProvider]: Endpoint } = {
  anthropic: {
    address: () => "https://api.anthropic.com/v1/messages",
    headers: ["x-api-key: $ANTHROPIC_API_KEY", "anthropic-version: 2023-06-01"],
  },
  "openai-chat": {
    address: () => "https://api.openai.com/v1/chat/completions",
    headers: ["authorization: Bearer $OPENAI_API_KEY"],
  },
  "openai-responses": {
    address: () => "https://api.openai.com/v1/responses",
    headers: ["authorization: Bearer $OPENAI_API_KEY"],
  },
  gemini: {
    address: (model) =>
      `https://generativelanguage.googleapis.com/v1beta/models/${encoded(model)}:generateContent`,
    headers: ["x-goog-api-key: $GEMINI_API_KEY"],
  },
};

/** A part of an address in double quotes: `!` would bring back an older command there. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const END = "ULLAGE_BODY";

/**
 * A request as a command of a POSIX shell. The body comes by a quoted here-document, in which nothing is expanded: no
 * text of the transcript can be run. Its line cannot end the document, as a line of JSON is never just that word.
 */
export function curlCommand(provider: WireProvider, model: string, body: Json): string {
  const { address, headers } = ENDPOINTS[provider];
  const given = ["content-type: application/json", ...headers].map((header) => `  -H "${header}" \\`);
  return [
    `curl "${address(model)}" \\`,
    ...given,
    `  --data-binary @- <<'${END}'`,
    JSON.stringify(body),
    END,
    "",
  ].join("\n");
}
