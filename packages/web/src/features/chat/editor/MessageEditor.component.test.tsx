import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { readChatNames } from "../../../testing/chatList.ts";
import {
  alertWithText,
  answers,
  loseChats,
  questions,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import {
  chooseForMessage,
  complete,
  editBox,
  editButton,
  listSentTexts,
  menuButton,
  openStoredChat,
  waitForRequest,
} from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { banner, boxOf, composer, conversationRow, eventually, log } from "../../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../../testing/stubChat.ts";

const fourMessages = () => createBranch(["First", "One.", "Second", "Two."]);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const copyQuestion = () => page.getByRole("alertdialog", { name: "Save a Copy of the Conversation?" });

async function openEditor(message: Locator): Promise<void> {
  await message.hover();
  await editButton(message).click();
  await expect.element(editBox()).toHaveFocus();
}

test("an earlier question can be edited and sent again with its documents, and the old one and its answers stay as a branch", async () => {
  const chat = stubChat();
  const key = "person/notes.txt";
  const dataSources = [{ id: `s3://${key}`, key, name: "notes.txt", type: "text/plain" }];
  await openStoredChat(
    fourMessages().map((message) => (message.id === "m-0" ? { ...message, data: { dataSources } } : message)),
  );
  const documents = page.getByRole("list", { name: "Included documents" });
  await openEditor(questions().first());
  await expect.element(documents).toMatchTextContent(/notes\.txt/);
  await editBox().fill("How long is the river?");
  await button("Save & Submit").click();
  const answer = await waitForRequest(chat, 1);
  await complete(answer, "Three.");
  await waitForAnswerText("Three.");
  expect(questions().elements()).toHaveLength(1);
  await expect.element(questions().first().getByText("2 of 2")).toBeVisible();
  await expect.element(documents).toMatchTextContent(/notes\.txt/);
  expect(listSentTexts(answer)).toEqual(["How long is the river?"]);
  expect(answer.request.messages[0]?.data).toMatchObject({ dataSources: [{ key }] });

  await reloadApp();
  await waitForAnswerText("Three.");
  await questions().first().getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText("Two.");
  expect(questions().elements()).toHaveLength(2);
});

test("an edit that could not be sent reopens with its text, and the old version stays; during an answer nothing can be edited, forked or deleted, and the reason is shown", async () => {
  const chat = stubChat();
  await openStoredChat(fourMessages());
  await openEditor(questions().last());
  await editBox().fill("Other");
  const restoreChats = loseChats();
  await button("Save & Submit").click();
  const sentence = "The chat service is currently unavailable. Please try again in a minute.";
  await expect.element(alertWithText(sentence)).toBeVisible();
  await expect.element(editBox()).toHaveValue("Other");
  expect(answers().elements()).toHaveLength(2);
  await waitForAnswerText("Two.");
  restoreChats();

  await button("Save & Submit").click();
  const answer = await waitForRequest(chat, 1);
  answer.write("Three.");
  await expect.element(questions().last().getByText("2 of 2")).toBeVisible();
  // None disappears, because an answer that begins by itself would take the focus away with it.
  const countBlocked = () =>
    editButton(log())
      .elements()
      .filter((each) => each.hasAttribute("aria-disabled")).length;
  await eventually(countBlocked).toBe(2);
  await answers().first().hover();
  await menuButton(answers().first()).click();
  for (const name of ["Edit", "Continue in a new chat", "Delete"]) {
    const item = page.getByRole("menuitem", { name, exact: true });
    await expect.element(item).toHaveAttribute("aria-disabled", "true");
    await expect.element(item).toHaveAttribute("title", "An answer is being written");
  }
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  editButton(questions().last()).element().focus();
  await userEvent.keyboard("{Enter}");
  expect(editBox().elements()).toEqual([]);
  await complete(answer, " Four.");
  await waitForAnswerText("Three. Four.");
  expect(answers().elements()).toHaveLength(2);
  await eventually(countBlocked).toBe(0);
  await expect.element(editButton(questions().last())).toHaveFocus();
});

test("[C2.09a, C2.12, C2.40, C4.15] editing another message asks whether to save a copy or overwrite it, and sends nothing", async () => {
  const chat = stubChat();
  await openStoredChat(fourMessages());
  await openEditor(questions().first());
  await expect.element(button("Save & Submit")).toBeVisible();
  await button("Cancel").click();
  await expect.element(editBox()).not.toBeInTheDocument();
  await openEditor(questions().first());
  await editBox().fill("First, put better");
  await button("Save").click();
  await expect.element(copyQuestion()).toBeVisible();
  const choices = copyQuestion().getByRole("button").elements();
  expect(choices.map(({ textContent }) => textContent).filter(Boolean)).toEqual(["Overwrite Only", "Save Copy"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(copyQuestion()).not.toBeInTheDocument();
  await expect.element(editBox()).toHaveValue("First, put better");
  await button("Save").click();
  await copyQuestion().getByRole("button", { name: "Overwrite Only" }).click();
  await expect.element(questions().first().getByText("First, put better")).toBeVisible();
  expect(readChatNames()).toEqual(["A stored one"]);
  expect(questions().first().getByText("2 of 2").elements()).toEqual([]);
  expect(answers().elements()).toHaveLength(2);

  await chooseForMessage(answers().first(), "Edit");
  await editBox().fill("Uno.");
  await button("Save").click();
  await copyQuestion().getByRole("button", { name: "Save Copy" }).click();
  await expect.element(answers().first().getByText("Uno.")).toBeVisible();
  await eventually(readChatNames).toContain("A stored one (copy)");
  expect(chat.answers).toEqual([]);
  await reloadApp();
  await expect.element(answers().first().getByText("Uno.")).toBeVisible();
  await expect.element(questions().first().getByText("First, put better")).toBeVisible();

  await conversationRow("A stored one (copy)").click();
  await expect.element(answers().first().getByText("One.")).toBeVisible();
  await expect.element(questions().first().getByText("First, put better")).toBeVisible();
  expect(answers().elements()).toHaveLength(2);
});

test("[C2.12, C2.14, C5.04a] Save is disabled while there is no text, and a text that is too long is refused; an unfinished edit is restored after a reload, and stays discarded once cancelled", async () => {
  await openStoredChat(createBranch(["First", "One."]));
  await openEditor(questions().last());
  await editBox().fill("   ");
  await expect.element(button("Save & Submit")).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Save & Submit")).toBeVisible();
  await editBox().fill("Better");
  await expect.element(button("Save & Submit")).not.toHaveAttribute("aria-disabled");
  await editBox().fill("x".repeat(200_000));
  const notice = page.getByText(/^Message limit is \d+ characters\. You have entered 200000 characters\.$/);
  await expect.element(notice.first()).toBeVisible();
  await expect.element(editBox()).toHaveValue("Better");

  await reloadApp();
  await expect.element(editBox()).toHaveValue("Better");
  await button("Cancel").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect.element(editBox()).not.toBeInTheDocument();
  await reloadApp();
  await expect.element(questions().first().getByText("First")).toBeVisible();
  expect(editBox().elements()).toEqual([]);
});

test.each([{ window: "a wide window", width: 1280, height: 720 }])(
  "the editor opens in full view, wherever the message is cut off: at the message field or at the header, on $window",
  async ({ width, height }) => {
    await page.viewport(width, height);
    const longAnswer = "A line of the answer.\n\n".repeat(60);
    await openStoredChat(createBranch(["First", longAnswer, "A line of the question.\n".repeat(8), longAnswer]));
    for (const block of ["end", "start"] as const) {
      const edit = editButton(questions().last());
      edit.element().scrollIntoView({ block });
      await edit.click();
      await expect.element(editBox()).toHaveFocus();
      const editor = editBox().element().closest("form")?.getBoundingClientRect();
      expect(editor?.top).toBeGreaterThanOrEqual(boxOf(banner()).bottom);
      expect(editor?.bottom).toBeLessThanOrEqual(boxOf(page.getByRole("form", { name: "Message", exact: true })).top);
      await userEvent.keyboard("{Escape}");
      await expect.element(editBox()).not.toBeInTheDocument();
    }
  },
);

test("the editor works by keyboard alone: arrow-up in an empty message field opens it in view, Enter sends, Shift+Enter adds a line, Esc returns and asks first if there are changes", async () => {
  const chat = stubAnswers("Two.");
  await openStoredChat(createBranch(["A short question", "A line of the answer.\n\n".repeat(120)]));
  await composer().click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(editBox()).toHaveFocus();
  await expect.element(editBox()).toBeInViewport();
  await expect.element(editBox()).toHaveValue("A short question");
  await userEvent.keyboard("{Escape}");
  await expect.element(editBox()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveFocus();

  editButton(questions().last()).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(editBox()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(editBox()).not.toBeInTheDocument();
  await expect.element(editButton(questions().last())).toHaveFocus();

  await userEvent.keyboard("{Enter}");
  await expect.element(editBox()).toHaveFocus();
  await userEvent.keyboard("{Control>}a{/Control}Other{Escape}");
  const discardQuestion = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await expect.element(discardQuestion).toBeVisible();
  discardQuestion.getByRole("button", { name: "Keep editing" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(discardQuestion).not.toBeInTheDocument();
  await expect.element(editBox()).toHaveValue("Other");
  editBox().element().focus();
  await userEvent.keyboard("{Shift>}{Enter}{/Shift}line two{Enter}");
  await waitForAnswerText("Two.");
  await waitForAnswerEnd();
  expect(chat.answers.map(listSentTexts)).toEqual([["Other\nline two"]]);
});
