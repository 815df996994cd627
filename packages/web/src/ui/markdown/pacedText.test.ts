import { describe, expect, test } from "vitest";
import { foldCharacters, frameBudgets, PacedText } from "./pacedText.ts";
import { SectionSplitter } from "./parse/sectionSplitter.ts";
import { heavyAnswers } from "./testing/heavyAnswers.ts";

const createPacedText = (isStreaming = false) => new PacedText(isStreaming, new SectionSplitter().findFenceEnd);

/** Returns the shown lengths, frame by frame, until nothing more is shown. */
function listLengths(pacedText: PacedText, source: string, isStreaming = false): number[] {
  const lengths: number[] = [];
  for (;;) {
    const { shown } = pacedText.next(source, isStreaming);
    expect(source.startsWith(shown)).toBe(true);
    if (shown.length === lengths.at(-1)) return lengths;
    lengths.push(shown.length);
  }
}

const countItems = (text: string) => (text.match(/\n|\|/g) ?? []).length;

describe("a complete text", () => {
  test("that is short is shown at once", () => {
    expect(createPacedText().next("a\n".repeat(1_000), false)).toEqual({ shown: "a\n".repeat(1_000), isFolded: false });
  });

  test.each(heavyAnswers)("that is long is shown in small steps, folded and then unfolded: $name", ({ source }) => {
    const pacedText = createPacedText();
    const lengths = listLengths(pacedText, source);
    const folded = pacedText.next(source, false);
    expect(folded.isFolded).toBe(folded.shown.length < source.length);
    if (folded.isFolded) expect(folded.shown.length).toBeGreaterThanOrEqual(foldCharacters);
    pacedText.unfold();
    lengths.push(...listLengths(pacedText, source));
    expect(lengths.at(-1)).toBe(source.length);
    const steps = lengths.map((length, index) => source.slice(lengths[index - 1] ?? 0, length));
    for (const step of steps.filter((step) => !step.startsWith("```"))) {
      expect(step.length).toBeLessThanOrEqual(frameBudgets.first);
      expect(countItems(step)).toBeLessThan(2_500);
    }
  });

  test("has fewer rows in a step if they have many cells", () => {
    for (const separator of [",", "|"]) {
      const { shown } = createPacedText().next(`${`1${separator}`.repeat(10)}\n`.repeat(5_000), false);
      expect(shown.split(separator).length).toBeLessThan(2_500);
    }
  });

  test("is not divided in a code block or in the line of an embedded image", () => {
    const fence = `\`\`\`js\n${"const a = 1;\n".repeat(20_000)}\`\`\`\n`;
    const afterFence = createPacedText().next(`before\n\n${fence}after`, false).shown;
    expect(afterFence).toBe(`before\n\n${fence}`);
    const image = `![x](data:image/png;base64,${"A".repeat(200_000)})\n`;
    expect(listLengths(createPacedText(), `before\n${image}after`)).toContain(`before\n${image}`.length);
    expect(createPacedText().next("a ".repeat(50_000), false).shown.length).toBeLessThanOrEqual(frameBudgets.first);
  });

  test("is not folded if little would be hidden, and starts again if it is replaced", () => {
    const pacedText = createPacedText();
    const source = "word\n".repeat(foldCharacters / 5 + 100);
    expect(listLengths(pacedText, source).at(-1)).toBe(source.length);
    expect(pacedText.next("other", false)).toEqual({ shown: "other", isFolded: false });
  });
});

test("a streaming text is shown in smaller steps and never folded, even after its end", () => {
  const source = "word\n".repeat(foldCharacters);
  const pacedText = createPacedText(true);
  const { shown } = pacedText.next(source, true);
  expect(shown.length).toBeLessThan(frameBudgets.streaming);
  expect(listLengths(pacedText, source, true).at(-1)).toBe(source.length);
  expect(pacedText.next(source, false)).toEqual({ shown: source, isFolded: false });
});
