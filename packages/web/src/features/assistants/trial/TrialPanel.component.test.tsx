import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assistantEditor, editorField } from "../../../testing/assistantScreen.ts";
import { loseChats, refuseChats } from "../../../testing/chatPage.ts";
import { eventually } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { type StubbedChat, stubChat } from "../../../testing/stubChat.ts";
import { editorButton, renderEditor } from "../testing/editorControls.ts";
import { announced, answers, questionField, trialChat } from "./testing/trialControls.ts";

const trialButton = (name: string) => trialChat().getByRole("button", { name });

/** Asks a question and writes the beginning of its answer. */
async function askAndPause(chat: StubbedChat, question: string) {
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

async function openTrial(): Promise<void> {
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

test("at 390 px the trial takes the place of the fields, and both keep what they have", async () => {
  await page.viewport(390, 844);
  const chat = stubChat((answer) => {
    answer.write("230 m.");
    answer.end();
  });
  await openTrial();
  await expect.element(questionField()).toHaveFocus();
  // What is open is not offered.
  expect(editorButton("Try it").elements()).toHaveLength(0);
  expect(editorField("Instructions").elements()).toHaveLength(0);
  await trialButton("How deep is it?").click();
  await expect.element(trialChat().getByText("230 m.")).toBeVisible();
  await expect.element(trialChat().getByRole("log", { name: "Messages of the trial" })).toHaveFocus();
  expect(chat.answers[0]?.request.options?.assistantDraft).toMatchObject({ instructions: "Be kind." });

  await trialButton("Back to editing").click();
  await expect.element(editorButton("Try it")).toHaveFocus();
  expect(trialChat().elements()).toHaveLength(0);
  await editorField("Instructions").fill("Be brief.");
  await editorButton("Try it").click();
  await expect.element(trialChat().getByText("230 m.")).toBeVisible();
  await expect.element(trialChat().getByText("Changed since this answer")).toBeVisible();
  await expect.element(questionField()).toHaveFocus();
});

test("an answer of a trial can be stopped with Esc and asked for again, and closing the page stops it", async () => {
  const chat = stubChat();
  await openTrial();
  await askAndPause(chat, "Stop?");
  await expect.element(announced("The answer is being written.")).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(trialChat().getByText("Stopped", { exact: true })).toBeVisible();
  await expect.element(announced("Stopped. one two")).toBeInTheDocument();
  await eventually(() => chat.stoppedIds.length).toBe(1);
  // Esc has stopped the answer, and not closed the editor.
  await expect.element(assistantEditor()).toBeVisible();
  await trialButton("Try again").click();
  await eventually(() => chat.answers.length).toBe(2);
  chat.answers[1]?.write("one two three");
  chat.answers[1]?.end();
  await expect.element(trialChat().getByText("one two three")).toBeVisible();
  await expect.element(announced("The answer: one two three")).toBeInTheDocument();
  expect(answers().elements()).toHaveLength(1);

  await askAndPause(chat, "Closed?");
  dispatchEvent(new Event("pagehide"));
  await eventually(() => chat.stoppedIds.length).toBe(2);
});

test("a trial whose answer fails or cannot be reached says why, keeps the question, and can be repeated", async () => {
  const chat = stubChat((answer) => {
    answer.write("Online again.");
    answer.end();
  });
  await openTrial();
  const endRefusals = refuseChats({ status: 400, code: "invalidInput", message: "The model refused this." });
  await questionField().fill("Will it fail?");
  await userEvent.keyboard("{Enter}");
  await expect.element(trialButton("Try again")).toBeVisible();
  await expect.element(trialChat().getByText("The model refused this.")).toBeVisible();
  await expect.element(trialChat().getByText("Will it fail?")).toBeVisible();
  expect(announced(/^The answer: /).elements()).toHaveLength(0);
  endRefusals();

  const endLoss = loseChats();
  await questionField().fill("Offline?");
  await userEvent.keyboard("{Enter}");
  const unreachable = "The server can’t be reached. Check your connection and try again.";
  await expect.element(answers().last().getByText(unreachable)).toBeVisible();
  await expect.element(announced(unreachable)).toBeInTheDocument();
  endLoss();
  await trialButton("Try again").click();
  await expect.element(trialChat().getByText("Online again.")).toBeVisible();
  expect(chat.answers).toHaveLength(1);
});
