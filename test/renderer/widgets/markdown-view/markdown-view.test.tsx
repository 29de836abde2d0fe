import fc from "fast-check";
import { expect, test } from "vitest";
import { MarkdownView } from "../../../../renderer/widgets/markdown-view/markdown-view.tsx";
import { parseInline, parseMarkdown } from "../../../../renderer/widgets/markdown-view/parse.ts";
import { draw } from "../../support/draw.tsx";

test("blocks are found, and what is in a fence is none", () => {
  const text =
    "# One\nwords\nmore\n- a\n  1. b\n> said\n\n---\n```ts\n# no heading\n```\n|a|b|\n|-|-|\n|c|d|";
  expect(parseMarkdown(text, 99).blocks).toEqual([
    { kind: "heading", level: 1, text: "One" },
    { kind: "paragraph", text: "words\nmore" },
    { kind: "item", depth: 0, mark: "•", text: "a" },
    { kind: "item", depth: 1, mark: "1.", text: "b" },
    { kind: "quote", text: "said" },
    { kind: "rule" },
    { kind: "code", language: "ts", text: "# no heading" },
    {
      kind: "table",
      rows: [
        ["a", "b"],
        ["c", "d"],
      ],
    },
  ]);
});

test("a link and an image are their words and their address, as text", () => {
  expect(parseInline("see [the *log*](http://x.test/a) and ![p](data:x)")).toEqual([
    { text: "see " },
    { text: "the *log* (http://x.test/a)", kind: "link" },
    { text: " and " },
    { text: "p (data:x)", kind: "link" },
  ]);
});

test("any text is read to its end, and past the most blocks the rest is text", () => {
  const bits = fc.constantFrom(
    "#",
    "-",
    "`",
    "```",
    "*",
    "**",
    "|",
    ">",
    "[",
    "](",
    ")",
    "\n",
    "\n\n",
    " ",
    "a",
    "1.",
    "---",
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (parts, most) => {
      const text = parts.join("");
      const { blocks, rest } = parseMarkdown(text, most);
      expect(blocks.length).toBeLessThanOrEqual(most);
      expect(text.endsWith(rest)).toBe(true);
      if (blocks.length < most) expect(rest).toBe("");
      for (const block of blocks) if ("text" in block) parseInline(block.text);
    }),
  );
});

test("nothing in it can do anything: no link, no image, no HTML", async () => {
  const text = [
    "# <script>alert(1)</script>",
    "[go](javascript:alert(1)) <img src=x onerror=alert(1)> ![i](http://x.test/i.png)",
    "<a href='http://x.test'>a</a> \u202eturned",
  ].join("\n");
  const { place } = await draw(<MarkdownView text={text} label="text" />);
  expect(place.querySelectorAll("a, img, script, iframe, [href], [src], [onerror]")).toHaveLength(0);
  expect(place.textContent).toContain("<script>alert(1)</script>");
  expect(place.textContent).toContain("go (javascript:alert(1)");
  expect(place.textContent).not.toContain("\u202e");
});
