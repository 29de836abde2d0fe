/**
 * A font of our own making, so that a picture of the window is the same on machines with other fonts: every sign is
 * one block of one width, every space is nothing. Made here, table by table (OpenType 1.9).
 */

const UNITS = 1000;
const ADVANCE = 560;
const ASCENT = 900;
const DESCENT = 250;
/** The block: left, bottom, right, top. */
const BLOCK = [60, 0, 500, 560] as const;

/** Big-endian numbers, one after the other. */
class Writer {
  readonly bytes: number[] = [];

  u8(...values: readonly number[]): this {
    for (const value of values) this.bytes.push(value & 0xff);
    return this;
  }

  u16(...values: readonly number[]): this {
    for (const value of values) this.u8(value >> 8, value);
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.u16(Math.floor(value / 0x10000) & 0xffff, value & 0xffff);
    return this;
  }

  zeros(count: number): this {
    return this.u8(...Array.from({ length: count }, () => 0));
  }
}

const write = () => new Writer();

function codesOf(ascii: string): number[] {
  return Array.from(ascii, (sign) => sign.charCodeAt(0));
}

/** Code points from, to, and the glyph of all of them. Surrogates are none. */
const GROUPS = [
  [0x20, 0x20, 2],
  [0x21, 0x9f, 1],
  [0xa0, 0xa0, 2],
  [0xa1, 0xd7ff, 1],
  [0xe000, 0x10ffff, 1],
] as const;

function cmap(): Writer {
  // Format 13: many signs, one glyph.
  const table = write().u16(0, 1, 3, 10).u32(12);
  table.u16(13, 0).u32(16 + 12 * GROUPS.length, 0, GROUPS.length);
  for (const group of GROUPS) table.u32(...group);
  return table;
}

/** A rectangle of four points on the line; glyphs 0 and 1 share it. */
function glyf(): Writer {
  const [left, bottom, right, top] = BLOCK;
  const glyph = write().u16(1, left, bottom, right, top).u16(3, 0).u8(1, 1, 1, 1);
  glyph.u16(left, 0, right - left, 0).u16(bottom, top - bottom, 0, bottom - top);
  return glyph.zeros(glyph.bytes.length % 4);
}

function head(): Writer {
  const flags = [0b11, UNITS] as const;
  const dates = write().zeros(16).bytes;
  return write()
    .u32(0x10000, 0x10000, 0, 0x5f0f3cf5)
    .u16(...flags)
    .u8(...dates)
    .u16(...BLOCK)
    .u16(0, 8, 2, 1, 0);
}

function hhea(): Writer {
  return write().u32(0x10000).u16(ASCENT, -DESCENT, 0, ADVANCE, 0, 0, ADVANCE, 1, 0, 0, 0, 0, 0, 0, 0, 3);
}

function os2(): Writer {
  return write()
    .u16(3, ADVANCE, 400, 5, 0)
    .u16(650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0)
    .zeros(10)
    .u32(1, 0, 0, 0)
    .u8(...codesOf("NONE"))
    .u16(0x40, 0x20, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT)
    .u32(1, 0)
    .u16(500, 560, 0, 0x20, 1);
}

function name(): Writer {
  const text = codesOf("Blocks");
  const ids = [1, 2, 4, 6];
  const table = write().u16(0, ids.length, 6 + 12 * ids.length);
  for (const id of ids) table.u16(3, 1, 0x409, id, 2 * text.length, 0);
  return table.u16(...text);
}

function tables(): readonly (readonly [tag: string, table: Writer])[] {
  const size = glyf().bytes.length;
  return [
    ["OS/2", os2()],
    ["cmap", cmap()],
    ["glyf", glyf()],
    ["head", head()],
    ["hhea", hhea()],
    ["hmtx", write().u16(ADVANCE, BLOCK[0], ADVANCE, BLOCK[0], ADVANCE, 0)],
    ["loca", write().u32(0, 0, size, size)],
    ["maxp", write().u32(0x10000).u16(3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    ["name", name()],
    ["post", write().u32(0x30000, 0).u16(-75, 50).u32(0, 0, 0, 0, 0)],
  ];
}

function sum(bytes: readonly number[]): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at++)
    total = (total + (bytes[at] as number) * 256 ** (3 - (at % 4))) % 2 ** 32;
  return total;
}

/** The font as the address of a style sheet's `src`. */
export function blockFont(): string {
  const all = tables();
  const font = write()
    .u32(0x10000)
    .u16(all.length, 128, 3, all.length * 16 - 128);
  const body = write();
  for (const [tag, { bytes }] of all) {
    const offset = 12 + 16 * all.length + body.bytes.length;
    font.u8(...codesOf(tag)).u32(sum(bytes), offset, bytes.length);
    body.u8(...bytes).zeros((4 - (bytes.length % 4)) % 4);
  }
  return `data:font/ttf;base64,${Buffer.from([...font.bytes, ...body.bytes]).toString("base64")}`;
}
