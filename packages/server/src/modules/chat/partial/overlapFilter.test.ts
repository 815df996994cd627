import { type Answer, applyChatEvent, type ChatEvent, emptyAnswer } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { createOverlapFilter } from "./overlapFilter.ts";
import { splitLastWord } from "./splitLastWord.ts";

/** Continues `content`, from which the last word is split off, with these parts. `isWhole`: the model ended by itself. */
function continueText(content: string, parts: readonly string[], isWhole = true): string {
  const { text: earlierText, lastWord } = splitLastWord(content);
  const overlapFilter = createOverlapFilter({ earlierText, lastWord, source: "0" });
  const events: ChatEvent[] = [{ s: "0", d: earlierText }];
  for (const d of parts) events.push(...overlapFilter.read({ s: "0", d }));
  events.push(...overlapFilter.end(isWhole));
  return events.reduce<Answer>(applyChatEvent, emptyAnswer).content;
}

const step = { id: "1-0", round: 1, tool: "t", title: "T", arguments: "{}", state: "running" as const, offset: 9 };
const stepEvent: ChatEvent = { s: "meta", step };
const toTokens = (text: string) => text.match(/\s*\S+|\s+/g) ?? [];

test.each([
  ["a word that was cut", "The qui", ["quick brown fox"], "The quick brown fox"],
  ["a word with a space before it", "The quick", [" quick", " brown"], "The quick brown"],
  ["a citation that was cut", "It rains [1,", ["[1, 2] often."], "It rains [1, 2] often."],
  ["a new paragraph", "The end.\n", ["\n\nAnother one."], "The end.\nAnother one."],
  ["a nested list item", "- one\n", ["  - nested"], "- one\n  - nested"],
  ["a text without spaces", "春の海ひねもす".repeat(9), ["のたりのたり"], `${"春の海ひねもす".repeat(9)}のたりのたり`],
  ["a single word", "Tho", ["Those who wait"], "Those who wait"],
])("%s continues without a gap or a double word", (_, content, parts, expected) => {
  expect(continueText(content, parts)).toBe(expected);
});

describe("a beginning that the earlier text has", () => {
  const content = "First sentence about rivers. The second one speaks of old sto";
  const rest = "stones in the river.";
  const expected = "First sentence about rivers. The second one speaks of old stones in the river.";

  test.each([
    ["the last sentence", `The second one speaks of old ${rest}`],
    ["all of the text", `First sentence about rivers. The second one speaks of old ${rest}`],
    ["nothing", rest],
  ])("is left out: %s", (_, text) => {
    expect(continueText(content, [text])).toBe(expected);
    expect(continueText(content, toTokens(text))).toBe(expected);
    expect(continueText(content, [...text])).toBe(expected);
  });

  test("stays if it is only a few characters", () => {
    expect(continueText("No, no, no", toTokens("no, no, never"))).toBe("No, no, no, no, never");
  });

  test("is left out if it is indented code, and the next line keeps its indentation", () => {
    const code = "```js\nif (first) {\n    const second = first.next();\n";
    const text = "const second = first.next();\n    return second;";
    expect(continueText(code, toTokens(text))).toBe(`${code}    return second;`);
  });

  test.each([
    ["a bracket before deep indentation", "```js\n  if (x) {\n    y();\n  }\n", `}\n${" ".repeat(20)}foo();\n`],
    ["an empty cell of a table", "| a | b |\n|---|---|\n| 1 | 2 |\n", `|${" ".repeat(20)}| 3 |\n`],
  ])("stays if it is little but white space: %s", (_, content, text) => {
    expect(continueText(content, toTokens(text))).toBe(content + text);
  });
});

describe("a code block that is open", () => {
  const fence = "```";
  const code = `Look:\n\n${fence}js\nconst a = 1;\n`;

  test("is not opened again", () => {
    const rest = `const b = 2;\n${fence}`;
    expect(continueText(code, toTokens(`${fence}js\n${rest}`))).toBe(`${code}${rest}`);
    const indented = `${code}if (a)\n    `;
    expect(continueText(`${indented}retu`, [`${fence}js\n`, "    return;\n"])).toBe(`${indented}return;\n`);
    expect(continueText("Look:\n", toTokens(`${fence}js\n${rest}`))).toBe(`Look:\n${fence}js\n${rest}`);
  });

  test.each([
    ["at the beginning of a line", code, code],
    ["that was written already", code + fence, code],
    ["after a block with fences", `~~~\n${fence}\n~~~\n${code}`, `~~~\n${fence}\n~~~\n${code}`],
  ])("is closed by a fence %s", (_, content, earlierText) => {
    const rest = `${fence}\n\nThat is all.`;
    expect(continueText(content, toTokens(rest))).toBe(earlierText + rest);
  });

  test("is opened by its fence if that was cut", () => {
    const earlierText = `${code}${fence}\n\nAnd:\n\n`;
    const rest = `${fence}py\nx = 1\n${fence}`;
    expect(continueText(earlierText + fence, toTokens(rest))).toBe(earlierText + rest);
  });
});

describe("a model that is stopped or fails while it repeats the text", () => {
  const content = "First sentence about rivers. The second one speaks of old sto";

  test.each(["First sentence about", "The second one sp", "The second one speaks of old", " "])(
    "adds nothing: %s",
    (text) => {
      expect(continueText(content, toTokens(text), false)).toBe(content);
    },
  );

  test("adds nothing before a step", () => {
    const { text: earlierText, lastWord } = splitLastWord(content);
    const overlapFilter = createOverlapFilter({ earlierText, lastWord, source: "0" });
    expect(overlapFilter.read({ s: "0", d: "The second one sp" })).toEqual([]);
    expect(overlapFilter.getHeldWord()).toEqual({ s: "0", d: "sto" });
    expect(overlapFilter.read(stepEvent)).toEqual([{ s: "0", d: "sto" }, stepEvent]);
    expect(overlapFilter.getHeldWord()).toBeNull();
  });

  test("adds what it has written if that is the last word", () => {
    const rhine = "The Rhine is long. Boats sail on the Rh";
    expect(continueText(rhine, ["Rhine"], false)).toBe("The Rhine is long. Boats sail on the Rhine");
  });
});

test("a short rest stays although the text has it already, if the model ends after it", () => {
  const code = "```js\nf(() => {\n});\n```\n\n```js\ng(() => {\n";
  expect(continueText(code, toTokens("});\n```"))).toBe(`${code}});\n\`\`\``);
  const content = "First sentence about rivers. The second one speaks of old sto";
  expect(continueText(content, toTokens("The second one speaks of old"))).toBe(content);
});

test("a model that repeats all of a very long text is not held back", () => {
  const content = Array.from({ length: 9_000 }, (_, index) => `Line ${index}.\n`).join("");
  const overlapFilter = createOverlapFilter({ earlierText: content, lastWord: "", source: "0" });
  const event: ChatEvent = { s: "0", d: content.slice(0, 900) };
  expect(overlapFilter.read(event)).toEqual([event]);
});

test("the last word stays if the model writes nothing, also before a step", () => {
  expect(continueText("The quick brown", [])).toBe("The quick brown");
  expect(continueText("The quick brown", [" ", "\n"])).toBe("The quick brown");
  const overlapFilter = createOverlapFilter({ earlierText: "The ", lastWord: "quick", source: "0" });
  expect(overlapFilter.read(stepEvent)).toEqual([{ s: "0", d: "quick" }, stepEvent]);
});

test("reasoning before the text passes through", () => {
  const overlapFilter = createOverlapFilter({ earlierText: "The ", lastWord: "quick", source: "0" });
  expect(overlapFilter.read({ s: "meta", r: "Hm." })).toEqual([{ s: "meta", r: "Hm." }]);
  expect(overlapFilter.read({ s: "0", d: "quiet" })).toEqual([{ s: "0", d: "quiet" }]);
});

test("a very long line that looks like a fence does not block the process", () => {
  const content = `${"~".repeat(1_000_000)}\` end.\n`;
  expect(continueText(content, ["More."])).toBe(`${content}More.`);
});
