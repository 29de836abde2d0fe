/** Where the string that starts at a quote ends: after its closing quote, or at the end of the text. */
function literalEnd(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (json.charAt(quote - slashes - 1) === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

/**
 * A JSON text with some of its strings, keys among them, replaced in place: `now` gives what a string becomes, or
 * undefined to leave it. Everything else stays as it was written: spaces, numbers, order. Throws SyntaxError when the
 * text is no JSON.
 */
export function replaceStrings(json: string, now: (text: string) => string | undefined): string {
  const pieces: string[] = [];
  let done = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', done)) {
    const end = literalEnd(json, start);
    const literal = json.slice(start, end);
    const text = now(JSON.parse(literal) as string);
    pieces.push(json.slice(done, start), text === undefined ? literal : JSON.stringify(text));
    done = end;
  }
  return pieces.join("") + json.slice(done);
}
