import { expect, onTestFinished, test } from "vitest";
import { commands, page } from "vitest/browser";
import { answers, questions } from "../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, eventually, sidePanel } from "../../../testing/screen.ts";

/** Does what a browser does when a person prints. */
async function print(): Promise<void> {
  onTestFinished(endPrint);
  await commands.emulateMedia({ media: "print" });
  dispatchEvent(new Event("beforeprint"));
}

/** The page has its layout on screen again before it hears of the end. */
async function endPrint(): Promise<void> {
  await commands.emulateMedia({ media: "screen" });
  dispatchEvent(new Event("afterprint"));
}

test("a chat is printed as a whole, in dark letters, with nothing else", async () => {
  await page.viewport(1280, 800);
  const texts = Array.from({ length: 400 }, (_, index) =>
    index === 0
      ? `${"A line of the first question\n".repeat(40)}its end`
      : index === 1
        ? `\`\`\`python\n${"long_name + ".repeat(40)}end\n\`\`\``
        : `Text ${index}`,
  );
  await storeLocalConversations(createConversation({ messages: createBranch(texts) }));
  await renderApp("#c=stored");
  await expect.element(answers().getByText("Text 399")).toBeVisible();
  await eventually(() => questions().elements().length).toBeLessThan(200);
  await print();
  expect(questions().elements()).toHaveLength(200);
  expect(answers().elements()).toHaveLength(200);
  const page1 = document.documentElement;
  const last = boxOf(answers().getByText("Text 399"));
  expect(last.bottom + scrollY).toBeLessThanOrEqual(page1.scrollHeight);
  expect(page1.scrollHeight).toBeGreaterThan(10_000);
  // Folded text and wide code end within the page.
  const first = questions().first().element();
  expect(first.scrollHeight).toBeLessThanOrEqual(first.clientHeight + 1);
  const code = answers().first().getByRole("group").element();
  expect(code.scrollWidth).toBeLessThanOrEqual(code.clientWidth);
  expect(sidePanel().query()?.checkVisibility() ?? false).toBe(false);
  expect(composer().query()?.checkVisibility() ?? false).toBe(false);
  const visibleButtons = [...document.querySelectorAll("button")].filter((button) => button.checkVisibility());
  expect(visibleButtons.map(({ textContent }) => textContent)).toEqual([]);
  expect(getComputedStyle(document.body).color).toBe("rgb(26, 29, 35)");
  await endPrint();
  await eventually(() => questions().elements().length).toBeLessThan(200);
  expect(getComputedStyle(document.body).color).toBe("rgb(230, 232, 236)");
});

test("of a closed thought process, a failure and what can be done about it, only the reason is printed; the frame that draws diagrams keeps its layout", async () => {
  const [question, answer] = createBranch(["Why?", "Because."]);
  if (!question || !answer) throw new Error("no messages");
  const end = { end: "failed", message: "The model’s server reported an error." } as const;
  const failure = {
    ...answer,
    data: { ...answer.data, reasoning: "Thinking.", end },
  };
  await storeLocalConversations(createConversation({ messages: [question, failure] }));
  await renderApp("#c=stored");
  await expect.element(answers().getByText("Thought process")).toBeVisible();
  await expect.element(answers().getByRole("button", { name: "Try again" })).toBeVisible();
  const frame = document.createElement("iframe");
  Object.assign(frame.style, { position: "fixed", visibility: "hidden", width: "120px", border: "0" });
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await print();
  await expect.element(answers().getByText(end.message)).toBeVisible();
  const unwanted = ["Thought process", "Try again", "Try another model", "Details"].map((text) =>
    answers().getByText(text, { exact: true }),
  );
  expect(unwanted.map((text) => text.query()?.checkVisibility() ?? false)).toEqual([false, false, false, false]);
  expect(frame.getBoundingClientRect().width).toBe(120);
});
