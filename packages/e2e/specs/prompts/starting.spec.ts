import { listConversations, openConversation as openOp } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createPrompts } from "../../support/content/createPrompts.ts";
import {
  chooseStorage,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { editBox } from "../../support/pages/messageControls.ts";
import { openPrompts, promptRow } from "../../support/pages/promptControls.ts";
import {
  answers,
  ask,
  expectEventually,
  expectVisible,
  questions,
  readConversationNames,
  send,
} from "../../support/pages/screen.ts";
import { listChoices, selectChoice } from "../../support/pages/selectField.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const getLastChat = () => listLargeModelChats(fixture.workspace.models).at(-1);
const getLastSystemPrompt = () => getLastChat()?.body?.messages?.find(({ role }) => role === "system")?.content;
/** Opens an empty conversation with the prompts beside it. */
const openWithPrompts = async (...prompts: Parameters<typeof createPrompts>[1][]) => {
  const visitor = await fixture.openSignedIn();
  await createPrompts(visitor.api, ...prompts);
  await openNewConversation(visitor.page, fixture.url);
  await openPrompts(visitor.page);
  return visitor;
};
const followUpButton = (page: Page, name: string) =>
  page.getByRole("list", { name: "Follow-ups" }).getByRole("button", { name });

const rootPrompt = {
  id: "root-1",
  name: "Tutor",
  type: "root_prompt" as const,
  content: "You teach {{subject}} well.",
  data: { conversationTags: ["course"] },
};

test("[C4.42, C4.44] [C4.43] [C2.30a] a conversation that starts with a prompt has the root prompt's text as its system prompt with empty variables, and is named by template and time", async () => {
  const { page, api } = await openWithPrompts(rootPrompt, {
    name: "Lesson",
    content: "Begin. [[answer: Begun]]",
    data: { rootPromptId: "root-1", conversationTags: ["lesson"] },
  });
  await chooseStorage(page, "cloud");
  await promptRow(page, "Lesson").click();
  await waitForAnswerText(page, "Begun");
  expect(getLastChat()?.prompt).toBe("Begin. [[answer: Begun]]");
  expect(getLastSystemPrompt()).toBe("You teach  well.");
  expect((await readConversationNames(page))[0]).toMatch(/^Lesson \d\d\/\d\d\/\d\d \d\d:\d\d/);
  const { conversations } = await api.call(listConversations, {});
  const [summary] = conversations;
  expect(summary?.tags.toSorted()).toEqual(["course", "lesson"]);
  const { conversation } = await api.call(openOp, { conversationId: summary?.id ?? "" });
  expect(conversation.name).toMatch(/^Lesson \d\d\/\d\d\/\d\d \d\d:\d\d$/);
  expect(conversation).toMatchObject({ prompt: "You teach  well." });
  expect(conversation.messages[0]).toMatchObject({ type: "prompt", data: { templateData: { name: "Lesson" } } });

  // A root prompt that is started on its own asks what it can help with.
  await promptRow(page, "Tutor").click();
  await expectVisible(page, "Tell me about what you can help me with.");
  await waitForAnswerEnd(page);
  expect(getLastSystemPrompt()).toBe("You teach  well.");
  expect((await readConversationNames(page))[0]).toMatch(/^Chat with Tutor \d\d\/\d\d\/\d\d \d\d:\d\d/);

  await startNewChat(page);
  await chooseStorage(page, "local");
  await page.getByRole("button", { name: "Advanced settings" }).click();
  const choices = await listChoices(page, "Custom Instructions");
  expect(choices[0]).toBe("Default");
  expect(choices).toContain("Tutor");
  await page
    .getByRole("combobox", {
      name: "Custom Instructions",
      description: "Saved with your prompts. Choosing one replaces the system prompt below.",
    })
    .waitFor();
  const systemPrompt = page.getByRole("textbox", {
    name: "System prompt",
    description: "Tells the model how to answer in this chat.",
  });
  for (const [choice, text] of [
    ["Tutor", "You teach  well."],
    ["Default", ""],
    ["Tutor", "You teach  well."],
  ] as const) {
    await selectChoice(page, "Custom Instructions", choice);
    await expectEventually(() => systemPrompt.inputValue()).toBe(text);
  }
  await ask(page, "One");
  expect(getLastSystemPrompt()).toBe("You teach  well.");
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await ask(page, "Two");
  expect(getLastSystemPrompt()).not.toContain("You teach");
});

test("a prompt is started only once, however long the key is held down, and one that renders to an empty text is not sent", async () => {
  const { page } = await openWithPrompts(
    { name: "Blank", content: " {{constructor:text(optional: true)}} " },
    { name: "Once", content: "Only once [[answer: Heard]]" },
  );
  await promptRow(page, "Blank").click();
  const dialog = page.getByRole("dialog", { name: "Blank" });
  // Every JavaScript object has a property with this name.
  expect(await dialog.getByRole("textbox", { name: "constructor" }).inputValue()).toBe("");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expectVisible(page, "Please enter a message");
  expect(listLargeModelChats(fixture.workspace.models)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await promptRow(page, "Once").focus();
  // A second press without releasing the key counts as auto-repeat.
  for (let press = 0; press < 5; press += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await waitForAnswerText(page, "Heard");
  await waitForAnswerEnd(page);
  await ask(page, "Next [[answer: Goes on]]");
  expect(listLargeModelChats(fixture.workspace.models).map(({ prompt }) => prompt)).toEqual([
    "Only once [[answer: Heard]]",
    "Next [[answer: Goes on]]",
  ]);
});

test("prompts tied to a conversation by tags: a prefix is sent before every message but not shown, and a transformer changes the answer, whose original can be shown, also after a reload", async () => {
  const { page, api } = await openWithPrompts(
    {
      name: "As a pirate",
      type: "prefix_prompt",
      content: "Answer as a pirate.",
      data: { hidden: true, requiredTags: ["sea"] },
    },
    {
      name: "Loud",
      type: "output_transformer",
      data: { hidden: true, requiredTags: ["sea"], code: "return text.toUpperCase();" },
    },
    { name: "Sea talk", content: "Ahoy [[answer: Arr]]", data: { conversationTags: ["sea"] } },
  );
  const startSeaTalk = async (storage: "local" | "cloud") => {
    await chooseStorage(page, storage);
    await promptRow(page, "Sea talk").click();
    await expectVisible(answers(page).last(), "ARR");
    expect(getLastChat()?.prompt).toBe("Answer as a pirate.\n\nAhoy [[answer: Arr]]");
    await expectVisible(questions(page).first(), "Ahoy [[answer: Arr]]");
  };
  const editLastQuestion = async (shown: string) => {
    await questions(page).last().hover();
    await questions(page).last().getByRole("button", { name: "Edit" }).click();
    expect(await editBox(page).inputValue()).toBe(shown);
    await editBox(page).fill("How wide? [[answer: Wide]]");
    await page.keyboard.press("Enter");
    await expectVisible(answers(page).last(), "WIDE");
    expect(getLastChat()?.prompt).toBe("Answer as a pirate.\n\nHow wide? [[answer: Wide]]");
  };
  const expectTransformed = async () => {
    await expectVisible(questions(page).last(), "How wide? [[answer: Wide]]");
    await expectVisible(answers(page).last(), "WIDE");
    await expectVisible(answers(page).last(), /^Changed by “Loud”\./);
    await answers(page).last().getByRole("button", { name: "Show the original" }).click();
    await expectVisible(page.getByRole("region", { name: "The original answer" }), "Wide");
  };
  await startSeaTalk("local");
  await ask(page, "How deep? [[answer: Deep]]");
  expect(getLastChat()?.prompt).toBe("Answer as a pirate.\n\nHow deep? [[answer: Deep]]");
  await editLastQuestion("How deep? [[answer: Deep]]");
  await expectTransformed();
  await page.reload();
  await expectTransformed();

  await startNewChat(page);
  await startSeaTalk("cloud");
  await editLastQuestion("Ahoy [[answer: Arr]]");
  await page.reload();
  await expectTransformed();
  const { conversations } = await api.call(listConversations, {});
  const { conversation } = await api.call(openOp, { conversationId: conversations[0]?.id ?? "" });
  expect(conversation.messages.at(-1)).toMatchObject({ content: "WIDE", data: { untransformed: "Wide" } });

  // The answer ends while no tab is open, and is transformed when its conversation is opened.
  const readLastMessage = async () =>
    (await api.call(openOp, { conversationId: conversation.id })).conversation.messages.at(-1);
  fixture.workspace.models.script({ answer: "So long and wide", hangAfter: 1 }, "scripted-large");
  await send(page, "How long?");
  await fixture.workspace.models.whenPaused();
  const url = page.url();
  await page.goto("about:blank");
  fixture.workspace.models.resume();
  await expectEventually(async () => (await readLastMessage())?.data.end?.end).toBe("done");
  expect(await readLastMessage()).toMatchObject({ content: "So long and wide", data: { needsProcessing: true } });
  await page.goto(url);
  await expectVisible(answers(page).last(), "SO LONG AND WIDE");
  await expectEventually(async () => (await readLastMessage())?.content).toBe("SO LONG AND WIDE");
  expect((await readLastMessage())?.data).not.toHaveProperty("needsProcessing");
});

test("transformers that fail or never end leave the answer unchanged, and the page says so; follow-ups with matching tags are listed below the last answer, and a chosen one is sent", async () => {
  const data = { requiredTags: ["t"] };
  const transformer = { type: "output_transformer" as const };
  const { page } = await openWithPrompts(
    { name: "A broken", ...transformer, data: { ...data, code: "throw new Error('no')" } },
    { name: "B endless", ...transformer, data: { ...data, code: "for (;;);" } },
    { name: "C page", ...transformer, data: { ...data, code: "return document.title + fetch('/');" } },
    { name: "Talk", content: "Speak [[answer: as it was]]", data: { conversationTags: ["t"] } },
    { name: "Explain simply", type: "follow_up", content: "Explain that simply. [[answer: Simple]]" },
    {
      name: "For sailors",
      type: "follow_up",
      content: "Explain for {{Whom}}. [[answer: Sailed]]",
      data: { requiredTags: ["sea"] },
    },
    { name: "Sea talk", content: "Ahoy [[answer: Arr]]", data: { conversationTags: ["sea"] } },
  );
  await promptRow(page, "Talk").click();
  await waitForAnswerEnd(page);
  await expectVisible(answers(page).last(), "as it was");
  const notice = answers(page)
    .last()
    .getByText(/^The output transformer/);
  await notice.waitFor();
  expect(await notice.textContent()).toBe(
    "The output transformer “A broken” couldn’t be used: “no”. The output transformer “B endless” couldn’t be used: it took too long. " +
      "The output transformer “C page” couldn’t be used: “'document' is not defined”.",
  );
  await followUpButton(page, "Explain simply").waitFor();
  expect(await followUpButton(page, "For sailors").count()).toBe(0);
  await followUpButton(page, "Explain simply").click();
  await expectVisible(answers(page).last(), "Simple");
  expect(getLastChat()?.prompt).toBe("Explain that simply. [[answer: Simple]]");
  await followUpButton(page, "Explain simply").waitFor();
  expect(await page.getByRole("list", { name: "Follow-ups" }).count()).toBe(1);

  await promptRow(page, "Sea talk").click();
  await waitForAnswerText(page, "Arr");
  await followUpButton(page, "For sailors").click();
  const dialog = page.getByRole("dialog", { name: "For sailors" });
  await dialog.getByRole("textbox", { name: "Whom" }).fill("captains");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await waitForAnswerText(page, "Sailed");
  expect(getLastChat()?.prompt).toBe("Explain for captains. [[answer: Sailed]]");
});
