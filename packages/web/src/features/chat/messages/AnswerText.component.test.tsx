import { expect, test } from "vitest";
import { type Locator, userEvent } from "vitest/browser";
import {
  answerChatPosts,
  lastAnswer,
  sendMessage,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const readTexts = (parts: Locator) => parts.elements().map(({ textContent }) => textContent?.trim());

/** Lists the elements of the last answer that end with the caret, a bar of two pixels. */
const listCarets = (): string[] =>
  [...lastAnswer().element().querySelectorAll("*")]
    .filter((element) => {
      const { content, width } = getComputedStyle(element, "::after");
      return content === '""' && width === "2px";
    })
    .map(({ localName }) => localName);

test("[C7.47] [C7.48] events have a source and data or are meta events, others are ignored; chunks out of order are assembled by their sources, whatever their lines", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage("Show me what happens");
  await eventually(() => chat.answers.length).toBe(1);
  const [first] = chat.answers;
  first?.send({ s: "first", d: "One " }, { s: "first", d: "paragraph." }, { s: "meta", state: { seen: ["a"] } });
  await waitForAnswerText("One paragraph.");
  await expect.element(stopButton()).toBeVisible();
  first?.send(
    { s: "meta", unknown: true },
    { s: "meta", st: { id: "l", summary: "Looking", message: "", type: "info", inProgress: true } },
    { s: "meta", stateReset: {} },
  );
  const progress = () => lastAnswer().getByRole("list", { name: "Progress" });
  await expect.element(progress().getByText("Looking")).toBeVisible();
  first?.send({ s: 1, d: "number" }, { d: "no source" }, { s: "a", d: { odd: true } }, [], {
    s: "second",
    d: "Another.",
  });
  first?.end();
  await waitForAnswerEnd();
  await eventually(() => readTexts(lastAnswer().getByRole("paragraph"))).toEqual(["One paragraph.", "Another."]);
  await expect.element(progress()).not.toBeInTheDocument();

  await sendMessage("And again");
  await eventually(() => chat.answers.length).toBe(2);
  const second = chat.answers[1];
  second?.send({ s: "meta", m: "out_of_order" }, { s: "2", d: "- second" }, { s: "1", d: "- fir" });
  const items = () => lastAnswer().getByRole("listitem");
  await eventually(() => readTexts(items())).toEqual(["fir", "second"]);
  second?.send({ s: "1", d: "st" }, { s: "3", d: "\ncodeInterpreterAssistantId=asst_1" }, { s: "2", d: " and last" });
  second?.end();
  await waitForAnswerEnd();
  await eventually(() => readTexts(items())).toEqual(["first", "second and last"]);
  await waitForAnswerText("codeInterpreterAssistantId=asst_1");
});

test.each([
  ["[DONE]", "data: [DONE]\n\n"],
  ["a finish reason", `data: ${JSON.stringify({ s: "meta", end: "done", finishReason: "stop" })}\n\n`],
])("[C7.47] the stream ends on %s", async (_, ending) => {
  answerChatPosts(() => {
    const text = `data: ${JSON.stringify({ s: "a", d: "All of it." })}\n\n`;
    return new Response(text + ending, { headers: { "content-type": "text/event-stream" } });
  });
  await renderApp();
  await sendMessage("Is that all?");
  await waitForAnswerText("All of it.");
  await waitForAnswerEnd();
  await expect.element(lastAnswer().getByText("interrupted")).not.toBeInTheDocument();
});

test("an answer that is being written has exactly one caret, also in nested lists, tables and code, and none at its end", async () => {
  const chat = stubChat();
  await renderApp();
  for (const [index, [source, element]] of (
    [
      ["One two three", "p"],
      ["- a\n  - b\n- c\n  - d\n    - e f g", "li"],
      ["- a\n  - b\n\n  c d e", "p"],
      ["- [x] a\n- [ ] b c", "div"],
      ["> a\n>\n> - b c", "li"],
      ["| a | b |\n|---|---|\n| c | d", "td"],
      ["```js\nconst a = 1;\nconst b", "code"],
      ["1. a\n\n   ```js\n   const b", "code"],
    ] as const
  ).entries()) {
    await sendMessage("Go on");
    await eventually(() => chat.answers.length).toBe(index + 1);
    chat.answers[index]?.write(source);
    await eventually(listCarets).toEqual([element]);
    await userEvent.keyboard("{Escape}");
    await waitForAnswerEnd();
    expect(listCarets()).toEqual([]);
  }
});

test("an unclosed table or code block is shown as one while it streams", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage("A table, and code");
  await eventually(() => chat.answers.length).toBe(1);
  const [answer] = chat.answers;
  answer?.write("| a | b |\n| --- | --- |\n| 1 | 2");
  await eventually(() => readTexts(lastAnswer().getByRole("cell"))).toEqual(["1", "2"]);
  answer?.write(" |\n\n```python\nfor x in range(3):\n    pri");
  const code = () => lastAnswer().getByRole("group", { name: "Code, Python" });
  await eventually(() => readTexts(code())).toEqual(["for x in range(3):\n    pri"]);
  answer?.write("nt(x)\n```\nAfter");
  answer?.end();
  await waitForAnswerEnd();
  await waitForAnswerText("After");
  await eventually(() => readTexts(code())).toEqual(["for x in range(3):\n    print(x)"]);
});
