import { expect, test } from "vitest";
import { LazyText } from "../../../core/lib/lazy-text.ts";

class Note extends LazyText {
  declare readonly kind: string;
  declare readonly said: string;
  declare readonly at: number;

  constructor(source: { readonly text: string }, at: number) {
    super(source);
    this.kind = "note";
    this.hold("said");
    this.at = at;
  }
}

test("a text is made when somebody reads it, and not before", () => {
  let made = 0;
  const source = {
    get text() {
      made++;
      return "said";
    },
  };
  const notes = [new Note(source, 1), new Note({ text: "else" }, 2)];
  expect(made).toBe(0);
  expect(notes.map(({ said }) => said)).toEqual(["said", "else"]);
  expect(made).toBe(1);
});

test("JSON, copies, clones and comparisons have the text where it was put", () => {
  const note = new Note({ text: "said" }, 1);
  const plain = { kind: "note", said: "said", at: 1 };
  expect(Object.keys(note)).toEqual(["kind", "said", "at"]);
  expect(JSON.stringify(note)).toBe('{"kind":"note","said":"said","at":1}');
  expect(Object.assign({}, note)).toStrictEqual(plain);
  expect(structuredClone(note)).toStrictEqual(plain);
  expect(note).toEqual(plain);
});
