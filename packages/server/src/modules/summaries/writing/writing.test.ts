import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateMaxTokens } from "../../../platform/tokenCounter.ts";
import { selectMaterial } from "./selectMaterial.ts";
import { parseSummary } from "./writeSummary.ts";

const createMessages = (lengths: readonly number[]) =>
  lengths.map((length, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content: "word ".repeat(length) }));

describe("the material of a summary", () => {
  test("is the oldest messages that fit, up to an answer", () => {
    const messages = createMessages([40, 40, 40, 40, 40, 40]);
    expect(selectMaterial(messages, null, 10_000)).toHaveLength(6);
    expect(selectMaterial(messages, null, 400)).toHaveLength(2);
    expect(selectMaterial(messages, "a".repeat(600), 400)).toHaveLength(1);
  });

  test("has a long message without its middle", () => {
    const [message] = selectMaterial([{ role: "user", content: `Begin ${"word ".repeat(9_000)} end` }], null, 2_000);
    expect(message?.content).toMatch(/^Begin [\s\S]*\n\[…\]\n[\s\S]* end$/);
    expect(message?.content.length).toBeLessThan(1_100);
  });

  test("never exceeds the space by more than one message", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 300 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 100, max: 1_000 }),
        (texts, space) => {
          const messages = texts.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));
          const selected = selectMaterial(messages, null, space);
          expect(selected.length).toBeGreaterThan(0);
          const tokens = selected.reduce((sum, { content }) => sum + estimateMaxTokens(content), 0);
          expect(tokens).toBeLessThanOrEqual(space * 1.3);
        },
      ),
    );
  });
});

describe("a summary", () => {
  test("is read from JSON, also after reasoning, and is bounded", () => {
    expect(parseSummary('{"summary":" They met. "}')).toBe("They met.");
    expect(parseSummary('<think>Hm</think>```json\n{"summary":"They met."}\n```')).toBe("They met.");
    expect(parseSummary(JSON.stringify({ summary: "a".repeat(50_000) }))).toHaveLength(6_000);
    expect(parseSummary(JSON.stringify({ summary: "a".repeat(50_000) }), 200)).toHaveLength(800);
    expect(parseSummary(JSON.stringify({ summary: "潮".repeat(5_000) }), 200)).toHaveLength(299);
    expect(parseSummary(JSON.stringify({ summary: "a\0\ud800b" }))).toBe("a�b");
  });

  test("is not anything else", () => {
    for (const output of ["", "They met.", "{}", '{"summary":7}', '{"summary":" - "}', '{"summary":null}'])
      expect(parseSummary(output)).toBeNull();
  });
});
