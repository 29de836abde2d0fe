import { writeFileSync } from "node:fs";
import path from "node:path";

/** What runs if any of it is taken for markup: it sets `window.pwned`, or sends a request away. */
export const MARKUP = [
  "<script>window.pwned = 1</script>",
  '<img src=x onerror="window.pwned = 2">',
  "<svg onload='window.pwned = 3'><animate onbegin='window.pwned = 4' attributeName=x></svg>",
  "<iframe srcdoc='<script>parent.pwned = 5</script>'></iframe>",
  '[open me](javascript:window.pwned=6) <a href="javascript:window.pwned=7">or me</a>',
  "![pixel](http://pixel.invalid/seen.png) <img src=http://pixel.invalid/2.png>",
  "<style>body { display: none } @import url(http://pixel.invalid/3.css);</style>",
  "<base href=http://pixel.invalid/><meta http-equiv=refresh content='0;url=http://pixel.invalid/'>",
  "</textarea></pre></script><!-- ]]> {{constructor.constructor('window.pwned=8')()}} ${window.pwned=9}",
].join("\n");

/** What a page or a terminal would act on without showing it. */
export const UNSEEN =
  "\u001b[2J\u001b]0;title\u0007 \u202egnp.exe\u202c \u0000 \u2066isolate\u2069 \u200b \ufeff \u0085 \ud800";

const rightToLeft = "مرحبا بالعالم \u05e9\u05dc\u05d5\u05dd";
const name = "<b onmouseover=window.pwned=10>tool</b>";
const call = '__proto__"><img src=x onerror=window.pwned=11>';

/** JSON text with keys that would reach a prototype: only JSON.parse gives such an object. */
const hostileArguments = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"toString":${JSON.stringify(MARKUP)},"path":"../../../../etc/passwd","${"k".repeat(2000)}":"long key"}`;

function part(type: string, fields: Record<string, unknown>): Record<string, unknown> {
  return { type, ...fields };
}

const text = (value: string) => part("text", { text: value });

function messages(): object[] {
  const longLine = `${"<i>&lt;</i>".repeat(90_000)} the end of the line`;
  const media = (mediaType: string, body: string) =>
    part("media", { mediaType, name: MARKUP.slice(0, 80), data: Buffer.from(body).toString("base64") });
  return [
    { id: "__proto__", role: "user", parts: [text(`${MARKUP}\n${UNSEEN}\n${rightToLeft}`)] },
    {
      id: "constructor",
      role: "assistant",
      parts: [
        part("thinking", { text: MARKUP, signature: "<s>" }),
        text(`I shall call ${MARKUP}`),
        part("tool-call", { callId: call, name, arguments: "ARGUMENTS" }),
      ],
    },
    {
      id: "toString",
      role: "tool",
      parts: [
        part("tool-result", {
          callId: call,
          isError: true,
          parts: [
            text(longLine),
            media("image/svg+xml", MARKUP),
            media("text/html", MARKUP),
            media("image/png", MARKUP),
          ],
        }),
      ],
    },
    { id: "<svg/onload=window.pwned=12>", role: "user", parts: [text(rightToLeft.repeat(300))] },
    {
      id: "",
      role: "assistant",
      parts: [text(UNSEEN), part("tool-call", { callId: "", name: "__proto__", arguments: {} })],
    },
    {
      id: "hasOwnProperty",
      role: "tool",
      parts: [part("tool-result", { callId: "", isError: false, parts: [text(MARKUP)] })],
    },
    { id: "last", role: "assistant", parts: [text("The end, unharmed.")] },
  ];
}

/** The name of the file: markup, as far as a file system lets it be. */
export const HOSTILE_NAME = "<img src=x onerror=window.pwned=13> \u202elnosj.jsonl";

function threadOf(lane: string, said: readonly object[]): object {
  const tools = [{ name, description: MARKUP, parameters: { type: "object" } }];
  return {
    id: `${lane}${MARKUP.slice(0, 60)}`,
    lane,
    title: MARKUP,
    system: `${MARKUP}${UNSEEN}`,
    tools,
    messages: said,
  };
}

/** Writes a transcript of two lanes in which every text, name, id and key is an attacker's. */
export function writeHostileSession(folder: string): string {
  const threads = [threadOf("<b>main</b>", messages()), threadOf("<u>sub</u>", messages().slice(3))];
  const lines = threads.map((thread) => `${JSON.stringify({ ullage: 1, thread })}\n`);
  const file = path.join(folder, HOSTILE_NAME);
  writeFileSync(file, lines.join("").split('"ARGUMENTS"').join(hostileArguments));
  return file;
}
