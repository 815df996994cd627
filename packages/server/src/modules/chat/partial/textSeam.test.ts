import { type Answer, applyChatEvent, type ChatEvent, emptyAnswer } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { splitLastWord } from "./splitLastWord.ts";
import { createTextSeam } from "./textSeam.ts";

/** Continues `content`, from which the last word is split off, with these parts. */
function continueText(content: string, parts: readonly string[]): string {
  const { text: earlierText, lastWord } = splitLastWord(content);
  const seam = createTextSeam({ earlierText, lastWord, source: "0" });
  const events: ChatEvent[] = [{ s: "0", d: earlierText }];
  for (const d of parts) events.push(...seam.read({ s: "0", d }));
  events.push(...seam.end());
  return events.reduce<Answer>(applyChatEvent, emptyAnswer).content;
}

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

  test("is left out if it opens the code block that is open", () => {
    const code = "Look:\n\n```js\nconst a = 1;\n";
    expect(continueText(code, toTokens("```js\nconst b = 2;\n```"))).toBe(`${code}const b = 2;\n\`\`\``);
    expect(continueText("Look:\n", toTokens("```js\nconst b = 2;\n```"))).toBe("Look:\n```js\nconst b = 2;\n```");
  });
});

test("the last word stays if the model writes nothing, also before a step", () => {
  expect(continueText("The quick brown", [])).toBe("The quick brown");
  expect(continueText("The quick brown", [" ", "\n"])).toBe("The quick brown");
  const seam = createTextSeam({ earlierText: "The ", lastWord: "quick", source: "0" });
  const step = { id: "1-0", round: 1, tool: "t", title: "T", arguments: "{}", state: "running" as const, offset: 9 };
  const stepEvent: ChatEvent = { s: "meta", step };
  expect(seam.read(stepEvent)).toEqual([{ s: "0", d: "quick" }, stepEvent]);
});

test("reasoning before the text passes through", () => {
  const seam = createTextSeam({ earlierText: "The ", lastWord: "quick", source: "0" });
  expect(seam.read({ s: "meta", r: "Hm." })).toEqual([{ s: "meta", r: "Hm." }]);
  expect(seam.read({ s: "0", d: "quiet" })).toEqual([{ s: "0", d: "quiet" }]);
});
