import { useState } from "react";
import { describe, expect, it } from "vitest";
import { NumberField } from "../../../../renderer/widgets/number-field/number-field.tsx";
import { doing, draw, find, press, type } from "../../support/draw.tsx";

const heard: string[] = [];

function Holder({ min }: { readonly min?: number }) {
  const [value, setValue] = useState(20_000);
  return (
    <NumberField
      label="Threshold"
      unit="tokens"
      value={value}
      {...(min === undefined ? {} : { min })}
      onInput={(next) => {
        heard.push(`input ${next}`);
        setValue(next);
      }}
      onCommit={() => heard.push("commit")}
    />
  );
}

async function field(min?: number): Promise<HTMLInputElement> {
  heard.length = 0;
  const { place } = await draw(<Holder {...(min === undefined ? {} : { min })} />);
  const input = find(place, "input") as HTMLInputElement;
  await doing(() => input.focus());
  return input;
}

describe("NumberField", () => {
  it("shows separators and tells screen readers the value with its unit", async () => {
    const input = await field(1000);
    expect(input.value).toBe("20,000");
    expect(input.getAttribute("role")).toBe("spinbutton");
    expect(input.getAttribute("aria-valuenow")).toBe("20000");
    expect(input.getAttribute("aria-valuetext")).toBe("20,000 tokens");
    expect(input.getAttribute("aria-valuemin")).toBe("1000");
  });

  it("gives every value on the way while it is typed, keeps what was typed, and formats on leaving", async () => {
    const input = await field();
    await type(input, "64 Ki");
    await type(input, "64 KiB!");
    expect(input.value).toBe("64 KiB!");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    await type(input, "64 KiB");
    expect(heard).toEqual(["input 65536", "input 65536"]);
    await doing(() => input.blur());
    expect(input.value).toBe("65,536");
    expect(heard.at(-1)).toBe("commit");
  });

  it("steps with the arrow keys, ten times as far with Shift, never below the least", async () => {
    const input = await field(19_500);
    await press(input, "ArrowUp");
    await press(input, "ArrowUp", { shiftKey: true });
    await press(input, "ArrowDown", { shiftKey: true });
    await press(input, "PageDown");
    expect(heard).toEqual(["input 21000", "input 30000", "input 20000", "input 19500"]);
    expect(input.value).toBe("19,500");
  });

  it("gives back the value from before with Escape, and lets the key go on only when there is nothing to undo", async () => {
    const input = await field();
    const passed: string[] = [];
    input.ownerDocument.addEventListener("keydown", (event) => passed.push(event.key), { once: true });
    await type(input, "5");
    await press(input, "Escape");
    expect(heard.at(-1)).toBe("input 20000");
    expect(input.value).toBe("20,000");
    expect(passed).toEqual([]);
    await press(input, "Escape");
    expect(passed).toEqual(["Escape"]);
  });

  it("is settled but for what is typed and not taken over yet; what Enter took over Escape leaves", async () => {
    const input = await field();
    const settled = () => input.dataset["settled"];
    expect(settled()).toBe("true");
    await type(input, "5");
    expect(settled()).toBe("false");
    await press(input, "Enter");
    expect(settled()).toBe("true");
    heard.length = 0;
    await press(input, "Escape");
    expect(heard).toEqual([]);
    expect(input.value).toBe("5");
  });
});
