import { describe, expect, test } from "vitest";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { dispositionAt } from "../../../core/analysis/layout.ts";
import { mediaSource } from "../../../core/analysis/media-source.ts";
import { readBack } from "../../../core/analysis/read-back.ts";
import { fileStore } from "../../../core/analysis/stores.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { takeCheckpoint, resume, type Checkpoint } from "../../../core/engine/checkpoint.ts";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Message } from "../../../core/model/message.ts";
import type { ContentPart, MediaPart } from "../../../core/model/part.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { decodedBytes } from "../../../core/lib/base64.ts";
import { ThreadBuilder, acted, lines, only, runOf } from "../../support/build-thread.ts";

const ATTACHMENTS = { policies: [{ kind: "attachments" as const }] };
const IMAGE: MediaPart = { type: "media", mediaType: "image/png", name: "a.png", data: "QUJDREU=" };
const SOUND: MediaPart = { type: "media", mediaType: "audio/wav", data: "QUJD" };
const text = (value: string): ContentPart => ({ type: "text", text: value });

function withUserMedia(...parts: ContentPart[]): Thread {
  const messages: Message[] = [
    { id: "u1", role: "user", parts: [text("look"), ...parts] },
    { id: "a1", role: "assistant", parts: [text("nice")] },
    { id: "u2", role: "user", parts: [text("and?")] },
    { id: "a2", role: "assistant", parts: [text("done")] },
  ];
  return { id: "t", lane: "main", system: null, tools: [], messages };
}

const one = (...gives: ContentPart[]): Thread =>
  new ThreadBuilder().user("go").call({ gives }).say("done").build();

test.each([
  ["", 0],
  ["QQ==", 1],
  ["QUI=", 2],
  ["QUJD", 3],
  ["QUJDREU=", 5],
  ["QUJD\nREU=\n", 5],
  ["QUJDREU", 5],
])("the base64 %j stands for %i bytes", (base64, bytes) => {
  expect(decodedBytes(base64)).toBe(bytes);
});

test("inline media of a result become references that keep type, size and name; text stays", () => {
  const thread = one(text("before"), IMAGE, text("after"), SOUND);
  const run = runOf(thread, ATTACHMENTS);
  const folder = "/ullage/files/replay/t/results/t.1.1";
  const part = requestAt(run, 2).messages[2]?.parts[0];
  expect(part?.type === "tool-result" && part.parts).toEqual([
    text("before"),
    {
      type: "media",
      mediaType: "image/png",
      name: "a.png",
      ref: { id: "results/t.1.1/media-1", path: `${folder}/media-1`, bytes: 5 },
    },
    text("after"),
    {
      type: "media",
      mediaType: "audio/wav",
      ref: { id: "results/t.1.1/media-3", path: `${folder}/media-3`, bytes: 3 },
    },
  ]);
  expect(run.events.map(({ action, subject, detail }) => [action, subject.path, detail?.media])).toEqual([
    ["externalised", `${folder}/media-1`, { at: 1, id: "results/t.1.1/media-1", bytes: 5 }],
    ["externalised", `${folder}/media-3`, { at: 3, id: "results/t.1.1/media-3", bytes: 3 }],
  ]);
  expect(fileStore(run, "file")).toMatchObject({
    bytes: 8,
    entries: [
      { bytes: 5, step: 1 },
      { bytes: 3, step: 1 },
    ],
  });
  expect(totalsOf(run)).toMatchObject({ bytesStored: 8, lostBytes: 0 });
  expect(dispositionAt(run, 2, 2)).toBe("previewed");
  expect(verifyRun(run)).toEqual([]);
});

test("the bytes come back when a request is rendered", () => {
  const run = runOf(one(IMAGE), ATTACHMENTS);
  const part = requestAt(run, 2).messages[2]?.parts[0];
  const media = part?.type === "tool-result" ? (part.parts[0] as MediaPart) : undefined;
  const source = mediaSource(run);
  expect(source(media?.ref ?? { id: "", path: "", bytes: 0 })).toBe("QUJDREU=");
  expect(source({ id: "x", path: "/elsewhere", bytes: 1 })).toBeUndefined();
});

describe("media of a user message", () => {
  test("are externalised before the first request holds them, and the reference resolves in that very step", () => {
    const run = runOf(withUserMedia(IMAGE), ATTACHMENTS);
    const path = "/ullage/files/replay/t/messages/u1/media-1";
    expect(requestAt(run, 1).messages[0]?.parts).toEqual([
      text("look"),
      {
        type: "media",
        mediaType: "image/png",
        name: "a.png",
        ref: { id: "messages/u1/media-1", path, bytes: 5 },
      },
    ]);
    expect(only(run, "externalised")).toMatchObject({ step: 1, subject: { message: "u1", part: 1, path } });
    expect(run.steps[0]?.events).toMatchObject({ from: 0, to: 1 });
    expect(readBack(run, 1, path)).toMatchObject({ isError: false, text: "QUJDREU=" });
    expect(fileStore(run, "file").entries).toMatchObject([{ step: 1, message: "u1", call: null }]);
    expect(verifyRun(run)).toEqual([]);
  });

  test("of a later turn belong to the step that it asks for", () => {
    const thread = withUserMedia();
    const later = {
      ...thread,
      messages: thread.messages.map((message) =>
        message.id === "u2" ? { ...message, parts: [IMAGE] } : message,
      ),
    };
    const run = runOf(later, ATTACHMENTS);
    expect(only(run, "externalised")).toMatchObject({ step: 2, turn: 2 });
    expect(run.steps.map(({ events }) => [events.from, events.to])).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(verifyRun(run)).toEqual([]);
  });

  test("stay references when the message is lifted out of a summary, and after a checkpoint", () => {
    const profile = {
      policies: [
        {
          kind: "summarize" as const,
          trigger: { messages: 2 },
          keepRecent: 1,
          pinNewestUser: true,
          compressor: { kind: "fixed" as const, text: "s" },
        },
        ...ATTACHMENTS.policies,
      ],
    };
    const talk = new ThreadBuilder().user("go".repeat(200)).say("a".repeat(400)).build();
    const messages: Message[] = [
      ...talk.messages,
      { id: "seen", role: "user", parts: [text("u".repeat(400)), IMAGE] },
      ...new ThreadBuilder()
        .call({ gives: "r".repeat(400) })
        .call({ gives: "r".repeat(400) })
        .say("done")
        .build()
        .messages.map((message) => ({ ...message, id: `x${message.id}` })),
    ];
    const thread = { ...talk, messages };
    const run = runOf(thread, profile);
    const sent = requestAt(run, 4).messages;
    expect(sent[1]).toMatchObject({
      id: "seen",
      parts: [{ type: "text" }, { type: "media", ref: { bytes: 5 } }],
    });
    expect(verifyRun(run)).toEqual([]);
    const whole = checkProfile(profile).profile;
    let checkpoint: Checkpoint | undefined;
    if (!whole) throw new Error("the profile has errors");
    replay(thread, whole, {
      beforeBatch: (course, batch) => {
        if (batch === 4) checkpoint = JSON.parse(JSON.stringify(takeCheckpoint(course, batch))) as Checkpoint;
      },
    });
    const resumed = resume(thread, whole, checkpoint as Checkpoint);
    expect(requestAt(resumed, 4)).toEqual(requestAt(run, 4));
    expect(
      mediaSource(resumed)({ id: "", path: "/ullage/files/replay/t/messages/seen/media-1", bytes: 5 }),
    ).toBe("QUJDREU=");
  });
});

test("what has no inline media is the same object, references included", () => {
  const ref: MediaPart = { type: "media", mediaType: "image/png", ref: { id: "x", path: "/x", bytes: 1 } };
  const thread = one(text("plain"), ref);
  const run = runOf(thread, ATTACHMENTS);
  expect(run.events.map(({ action, detail }) => [action, detail?.reason])).toEqual([["passed", "no-media"]]);
  expect(run.stored.at(2)).toBe(thread.messages[2]);
});

test.each([
  [{ kind: "upload-fails" } as const, "upload-failed"],
  [{ kind: "store-unwritable" } as const, "upload-failed"],
  [{ kind: "no-scope" } as const, "no-scope"],
])("with %j media stay inline: never a reference to a file that is not there", (fault, reason) => {
  const thread = one(IMAGE);
  const run = runOf(thread, ATTACHMENTS, [fault]);
  expect(acted(run)).toEqual([`fell-back ${reason}`]);
  expect(requestAt(run, 2).messages[2]).toEqual(thread.messages[2]);
  expect(verifyRun(run)).toEqual([]);
});

test("errors too, and a reader's result not", () => {
  const failed = new ThreadBuilder()
    .user("go")
    .call({ gives: [IMAGE], error: true })
    .say("done")
    .build();
  expect(acted(runOf(failed, ATTACHMENTS))).toEqual(["externalised"]);
  const read = new ThreadBuilder()
    .user("go")
    .call({ name: "read_tool_result", gives: [IMAGE] })
    .say("done")
    .build();
  expect(runOf(read, ATTACHMENTS).events[0]?.detail?.reason).toBe("reader");
});

describe("beside respond-limit", () => {
  const big: MediaPart = { ...IMAGE, data: "QUJD".repeat(1000) };
  const limit = { kind: "respond-limit" as const, maxResponseBytes: 1000, maxSummaryBytes: 100 };

  test("inline media are externalised before the size is measured", () => {
    const run = runOf(one(text("small"), big), { policies: [limit, ...ATTACHMENTS.policies] });
    expect(acted(run)).toEqual(["externalised"]);
    expect(run.events.at(-1)).toMatchObject({ policy: "respond-limit", action: "passed" });
  });

  test("in the wrong order the media count, and the check says so", () => {
    const profile = { policies: [...ATTACHMENTS.policies, limit] };
    expect(acted(runOf(one(text("small"), big), profile))).toEqual(["limited"]);
    expect(checkProfile(profile).problems.dead).toMatchObject([
      { policy: "respond-limit", param: "policies" },
    ]);
  });

  test("what is limited after that keeps references in its file, and the bytes can still be had", () => {
    const run = runOf(one(text(lines(100)), big), { policies: [limit, ...ATTACHMENTS.policies] });
    expect(acted(run)).toEqual(["externalised", "limited"]);
    expect(readBack(run, 2, "t.1.1").text).toContain('"ref":{"id":"results/t.1.1/media-1"');
    expect(lostBytes(run)).toBe(0);
    expect(verifyRun(run)).toEqual([]);
  });
});
