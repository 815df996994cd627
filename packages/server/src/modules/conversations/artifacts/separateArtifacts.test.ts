import { type ConversationArtifactInput, compressText, limits, runToEnd } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { separateArtifacts } from "./separateArtifacts.ts";

const version = (number: number, contents: unknown = "x") => ({
  ...({ artifactId: "a", name: "A", version: number, contents: "" } satisfies ConversationArtifactInput),
  contents,
});
const separate = (artifacts: Parameters<typeof separateArtifacts>[0]) => runToEnd(separateArtifacts(artifacts));

describe("separateArtifacts", () => {
  test("separates versions, as text or codes, from what is none, and leaves out what is there twice", () => {
    const broken = version(3, [70_000]);
    const { versions, others } = separate({
      a: [version(1), version(2, compressText("Grüße")), version(1, "again"), broken, { old: true }],
      b: "text",
      c: [],
    });
    expect(versions.map((each) => [each.version, each.contents])).toEqual([
      [1, "x"],
      [2, "Grüße"],
    ]);
    expect(others).toEqual({ a: [broken, { old: true }], b: "text", c: [] });
    expect(separate({ a: [version(1)] }).others).toBeUndefined();
    expect(separate(undefined)).toEqual({ versions: [], others: undefined });
  });

  test("what cannot be decompressed counts, and is not decompressed again and again", () => {
    // Each code is one character longer than the one before it: more than 6 million together.
    const tooLong = [97, ...Array.from({ length: 3_500 }, (_, index) => 256 + index)];
    expect(separate({ a: [1, 2, 3].map((number) => version(number, tooLong)) }).versions).toEqual([]);
    const many = Array.from({ length: 20 }, (_, index) => version(index + 1, tooLong));
    expect(() => separate({ a: many })).toThrow(expect.objectContaining({ code: "tooLarge" }));
    const invalid = [...tooLong.slice(0, 3_000), 16_000_000];
    const alsoMany = Array.from({ length: 20 }, (_, index) => version(index + 1, invalid));
    expect(() => separate({ a: alsoMany })).toThrow(expect.objectContaining({ code: "tooLarge" }));
  });

  test("a version that is there already is not decompressed", () => {
    const codes = compressText("a".repeat(limits.artifactLength));
    const same = Array.from({ length: 500 }, () => version(1, codes));
    expect(separate({ a: same }).versions).toHaveLength(1);
  });

  test("pauses before each entry", () => {
    expect([...separateArtifacts({ a: [version(1), version(2)], b: 1 })]).toHaveLength(3);
  });
});
