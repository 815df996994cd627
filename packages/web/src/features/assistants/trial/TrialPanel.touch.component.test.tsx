import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { editorField } from "../../../testing/assistantScreen.ts";
import { boxOf, eventually } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import type { StubbedChat } from "../../../testing/stubChat.ts";
import { editorButton, renderEditor } from "../testing/editorControls.ts";
import { answers, questionField, trialChat } from "./testing/trialControls.ts";

const _trialButton = (name: string) => trialChat().getByRole("button", { name });

/** Asks a question and writes the beginning of its answer. */
async function _askAndPause(chat: StubbedChat, question: string) {
  const count = chat.answers.length;
  await questionField().fill(question);
  await userEvent.keyboard("{Enter}");
  await eventually(() => chat.answers.length).toBe(count + 1);
  const answer = chat.answers[count];
  if (!answer) throw new Error("the question was not sent");
  answer.write("one two");
  await expect.element(answers().last().getByText("one two", { exact: true })).toBeVisible();
  return answer;
}

async function _openTrial(): Promise<void> {
  stubAssistants([
    {
      assistantId: "astp/1",
      name: "Lake guide",
      instructions: "Be kind.",
      data: { starters: ["How deep is it?"] },
    },
  ]);
  await renderEditor("astp/1");
  await editorButton("Try it").click();
}

test("at 390 px the trial of a new assistant is above the buttons of the editor, with all of its question field", async () => {
  await page.viewport(390, 844);
  await renderEditor();
  await editorField("Instructions").fill("Be kind.");
  await editorButton("Try it").click();
  await expect.element(questionField()).toBeVisible();
  await expect.poll(() => boxOf(questionField()).bottom).toBeLessThan(boxOf(editorButton("Save")).top);
});
