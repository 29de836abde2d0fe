import { expect, test } from "vitest";
import { profileIn } from "../../../core/model/profile-text.ts";
import { profileFileName, profileInFile, profileText } from "../../../renderer/data/profile-file.ts";

const PROFILE = { name: "mine", policies: [{ kind: "offload", thresholdTokens: 2000 }] } as const;

test("an object with policies and no messages is a profile, with or without a byte order mark", () => {
  expect(profileIn(profileText(PROFILE))).toEqual(PROFILE);
  expect(profileIn(`\ufeff  ${JSON.stringify(PROFILE)}`)).toEqual(PROFILE);
  expect(profileIn('{"policies": []}')).toEqual({ policies: [] });
});

test.each([
  '{"policies": [], "messages": []}',
  '{"policies": {}}',
  '{"policies": ["offload"]}',
  '[{"policies": []}]',
  '{"policies": []}\n{"policies": []}',
  '{"policies": [',
  "",
])("%s is none", (text) => {
  expect(profileIn(text)).toBeUndefined();
});

test("a file is read only where it can be a profile by its size", async () => {
  const text = JSON.stringify(PROFILE);
  expect(await profileInFile(new File([text], "p.json"))).toEqual(PROFILE);
  expect(await profileInFile(new File([text, " ".repeat(2 ** 20)], "p.json"))).toBeUndefined();
});

test("a profile's file has its name, without what leads elsewhere", () => {
  expect(profileFileName({ name: "llm4s, 20k" })).toBe("llm4s- 20k.json");
  expect(profileFileName({ name: "../../etc/passwd" })).toBe("etc-passwd.json");
  expect(profileFileName({ name: "…" })).toBe("profile.json");
  expect(profileFileName({})).toBe("profile.json");
});
