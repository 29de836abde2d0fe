import { setUtf8Measure } from "../core/lib/utf8.ts";

/** Lets the core use Node's own measure of texts in UTF-8, which is many times as fast as one in JavaScript. */
export function measureNatively(): void {
  setUtf8Measure((text) => Buffer.byteLength(text));
}
