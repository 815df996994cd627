import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { lastAnswer, sendMessage, waitForAnswerEnd, waitForAnswerText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

test.each(["touch"])(
  "nothing moves when an answer ends: the place of its actions is reserved (%s)",
  async (_pointer) => {
    const chat = stubChat();
    await page.viewport(390, 844);
    await renderApp();
    await sendMessage("Count");
    await eventually(() => chat.answers.length).toBe(1);
    chat.answers[0]?.write("One two three");
    await waitForAnswerText("One two three");
    const { height } = boxOf(lastAnswer());
    chat.answers[0]?.end();
    await waitForAnswerEnd();
    await expect.element(lastAnswer().getByRole("button", { name: "Copy the answer" })).toBeVisible();
    expect(boxOf(lastAnswer()).height).toBe(height);
  },
);
