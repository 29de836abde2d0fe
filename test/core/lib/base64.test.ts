import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOfBase64 } from "../../../core/lib/base64.ts";

describe("bytesOfBase64", () => {
  it("gives back what was encoded, in both alphabets and over lines", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const buffer = Buffer.from(bytes);
        const lines = buffer.toString("base64").replaceAll(/.{1,76}/g, (line) => `${line}\r\n`);
        expect(bytesOfBase64(lines)).toEqual(bytes);
        expect(bytesOfBase64(buffer.toString("base64url"))).toEqual(bytes);
      }),
    );
  });

  it("refuses what is none", () => {
    expect(bytesOfBase64("%%%")).toBeUndefined();
    expect(bytesOfBase64("aGFé")).toBeUndefined();
    expect(bytesOfBase64("")).toEqual(new Uint8Array());
  });
});
