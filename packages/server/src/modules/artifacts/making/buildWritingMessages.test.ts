import { ArtifactBlock } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { UsableModel } from "../../../core/usableModel.ts";
import { estimateTokens } from "../../../platform/tokenCounter.ts";
import { buildWritingCall } from "./buildWritingMessages.ts";
import { describeKnownArtifacts } from "./instructions.ts";

const model: UsableModel = {
  ...{ id: "m", upstreamId: "m", name: "M", systemPrompt: "", inputContextWindow: 8_000, outputTokenLimit: 4_000 },
  ...{ inputTokenCost: null, outputTokenCost: null, cachedTokenCost: null, supportsImages: false },
  ...{ supportsSystemPrompts: true, endpoint: null, isGuide: false },
};
const block = z.parse(ArtifactBlock, { instructions: "Make it blue.", id: "Chart-1", name: "Chart", type: "text" });
const build = (included: Record<string, string>, more: Partial<Parameters<typeof buildWritingCall>[0]> = {}) =>
  buildWritingCall({
    ...{ model, block, history: [], summary: null, answer: "Here it is.", ...more },
    included: new Map(Object.entries(included)),
  });

describe("the call that writes an artifact", () => {
  test("leaves out the included artifacts that do not fit into the context, and keeps the output limit", () => {
    const call = build({ "Chart-1": "marker-a ".repeat(500), Huge: "marker-b ".repeat(20_000), Small: "marker-c" });
    const text = call.messages.map(({ content }) => content).join("\n");
    expect(call.leftOutIds).toEqual(["Huge"]);
    expect(text).toContain("marker-a");
    expect(text).not.toContain("marker-b");
    expect(text).toContain("[A1]\nmarker-c");
    expect(call.segments.at(-1)).toBe("marker-c");
    expect(call.maxTokens).toBe(4_000);
    expect(estimateTokens(text) + call.maxTokens).toBeLessThanOrEqual(model.inputContextWindow);
    const alone = build({ "Chart-1": "marker-b ".repeat(20_000) });
    expect(alone).toMatchObject({ leftOutIds: ["Chart-1"], segments: [], maxTokens: 4_000 });
  });

  test("has the summary in place of the messages that it stands for, if the chat does not fit", () => {
    const summary = { index: 1, summary: { text: "They met.", digest: "d" } };
    const createHistory = (word: string) =>
      ["user", "assistant", "user"].map((role, index) => ({
        role: role as "user" | "assistant",
        content: `#${index} ${word.repeat(index < 2 ? 2_000 : 1)}`,
        data: {},
      }));
    const listTexts = (history: ReturnType<typeof createHistory>, space = {}) =>
      build({}, { history, summary, ...space }).messages.map(({ content }) => content);
    const [, first, answer] = listTexts(createHistory("marker-c "));
    expect(first).toContain("<earlier_messages>\nThey met.\n</earlier_messages>");
    expect(first).toMatch(/#2 marker-c $/);
    expect(answer).toBe("Here it is.");
    expect(listTexts(createHistory("w")).join("")).not.toContain("They met.");
    // Without space even for the question, the answer alone would be left.
    const tiny = { model: { ...model, inputContextWindow: 300 } };
    expect(listTexts(createHistory("marker-c "), tiny).join("")).not.toContain("They met.");
  });
});

test("the list of artifacts before a question has the newest 50, with 200 characters each", () => {
  const known = Array.from({ length: 70 }, (_, index) => ({
    ...{ artifactId: `Chart-${index}`, name: "Chart", type: "text" as const, version: 1, createdAt: "", tags: [] },
    ...{ description: "d".repeat(4_000), sharedBy: null },
  }));
  const list = describeKnownArtifacts(known);
  expect(list.match(/<artifact /g)).toHaveLength(50);
  expect(list).toContain('id="Chart-69"');
  expect(list).not.toContain('id="Chart-19"');
  expect(list).toContain(`>${"d".repeat(200)}<`);
});
