/**
 * A path or name for a message of one line: control characters, which could write anywhere on a terminal, and
 * characters that turn the direction of text are escaped.
 */
export function shown(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}
