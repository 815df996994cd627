import { listConversations, openConversation as openOp } from "@lectern/contract";
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

const rootPrompt = {
  id: "root-1",
  name: "Tutor",
  type: "root_prompt" as const,
  content: "You teach {{subject}} well.",
  data: { conversationTags: ["course"] },
};

test("[C4.42, C4.44] [C4.43] a conversation that starts with a prompt has the root prompt's text as its system prompt with empty variables, and is named by template and time", async () => {
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
