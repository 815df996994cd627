import { listConversations, openConversation as openOp } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  chooseStorage,
  largeModelChats,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { editBox } from "../../support/messageControls.ts";
import { openPrompts, promptRow } from "../../support/promptControls.ts";
import { answers, ask, conversationNames, expectEventually, expectVisible, questions } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const lastChat = () => largeModelChats(fixture.workspace.models).at(-1);
const lastSystemPrompt = () => lastChat()?.body?.messages?.find(({ role }) => role === "system")?.content;
const startConversation = async (page: Page, name: string) => {
  await openPrompts(page);
  await promptRow(page, name).click();
};
const followUp = (page: Page, name: string) =>
  page.getByRole("list", { name: "Follow-ups" }).getByRole("button", { name });

const root = {
  id: "root-1",
  name: "Tutor",
  type: "root_prompt" as const,
  content: "You teach {{subject}} well.",
  data: { conversationTags: ["course"] },
};

describe("a conversation that starts with a prompt", () => {
  test("[C4.42, C4.44] has the root prompt's text as its system prompt with empty variables, and is named by template and time", async () => {
    const { page, api } = await fixture.openSignedIn();
    await createPrompts(api, root, {
      name: "Lesson",
      content: "Begin. [[answer: Begun]]",
      data: { rootPromptId: "root-1", conversationTags: ["lesson"] },
    });
    await openNewConversation(page, fixture.url, "cloud");
    await startConversation(page, "Lesson");
    await waitForAnswerText(page, "Begun");
    expect(lastChat()?.prompt).toBe("Begin. [[answer: Begun]]");
    expect(lastSystemPrompt()).toBe("You teach  well.");
    expect((await conversationNames(page))[0]).toMatch(/^Lesson \d\d\/\d\d\/\d\d \d\d:\d\d/);
    const { conversations } = await api.call(listConversations, {});
    const [summary] = conversations;
    expect(summary?.tags.toSorted()).toEqual(["course", "lesson"]);
    const { conversation } = await api.call(openOp, { conversationId: summary?.id ?? "" });
    expect(conversation.name).toMatch(/^Lesson \d\d\/\d\d\/\d\d \d\d:\d\d$/);
    expect(conversation).toMatchObject({ prompt: "You teach  well." });
    expect(conversation.messages[0]).toMatchObject({ type: "prompt", data: { templateData: { name: "Lesson" } } });
  });

  test("[C4.43] a root prompt without a template asks what it can help with", async () => {
    const { page, api } = await fixture.openSignedIn();
    await createPrompts(api, root);
    await openNewConversation(page, fixture.url);
    await startConversation(page, "Tutor");
    await expectVisible(page, "Tell me about what you can help me with.");
    await waitForAnswerEnd(page);
    expect(lastSystemPrompt()).toBe("You teach  well.");
    expect((await conversationNames(page))[0]).toMatch(/^Chat with Tutor \d\d\/\d\d\/\d\d \d\d:\d\d/);
  });

  test("[C2.30a] Custom Instructions: the default, or a root prompt, which becomes the system prompt", async () => {
    const { page, api } = await fixture.openSignedIn();
    await createPrompts(api, root);
    await openNewConversation(page, fixture.url);
    await page.getByRole("button", { name: "Advanced settings" }).click();
    const selector = page.getByRole("combobox", { name: "Custom Instructions" });
    await expectEventually(() => selector.locator("option").allTextContents()).toContain("Tutor");
    expect(await selector.locator("option").first().textContent()).toBe("Default");
    await selector.selectOption("Tutor");
    await expectEventually(() => page.getByRole("textbox", { name: "System prompt" }).inputValue()).toBe(
      "You teach  well.",
    );
    await ask(page, "One");
    expect(lastSystemPrompt()).toBe("You teach  well.");
    await page.getByRole("button", { name: "New chat" }).click();
    await expectVisible(page, "Start a new conversation.");
    await ask(page, "Two");
    expect(lastSystemPrompt()).not.toContain("You teach");
  });
});

test("a prompt is started only once, however long the key is held down", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createPrompts(api, { name: "Once", content: "Only once [[answer: Heard]]" });
  await openNewConversation(page, fixture.url);
  await openPrompts(page);
  await promptRow(page, "Once").focus();
  // A second press without releasing the key counts as auto-repeat.
  for (let press = 0; press < 5; press += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await waitForAnswerText(page, "Heard");
  await waitForAnswerEnd(page);
  await ask(page, "Next [[answer: Goes on]]");
  expect(largeModelChats(fixture.workspace.models).map(({ prompt }) => prompt)).toEqual([
    "Only once [[answer: Heard]]",
    "Next [[answer: Goes on]]",
  ]);
});

test("a prompt that renders to an empty text is not sent, and the page says so", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createPrompts(api, { name: "Blank", content: " {{constructor:text(optional: true)}} " });
  await openNewConversation(page, fixture.url);
  await startConversation(page, "Blank");
  const dialog = page.getByRole("dialog", { name: "Blank" });
  // Every JavaScript object has a property with this name.
  expect(await dialog.getByRole("textbox", { name: "constructor" }).inputValue()).toBe("");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expectVisible(page, "Please enter a message");
  expect(largeModelChats(fixture.workspace.models)).toEqual([]);
});

describe.each(["local", "cloud"] as const)("prompts tied to a %s conversation by tags", (storage) => {
  test("a prefix is sent before every message but not shown; an edited message keeps it", async () => {
    const { page, api } = await fixture.openSignedIn();
    await createPrompts(
      api,
      {
        name: "As a pirate",
        type: "prefix_prompt",
        content: "Answer as a pirate.",
        data: { hidden: true, requiredTags: ["sea"] },
      },
      { name: "Sea talk", content: "Ahoy [[answer: Arr]]", data: { conversationTags: ["sea"] } },
    );
    await openNewConversation(page, fixture.url);
    await chooseStorage(page, storage);
    await startConversation(page, "Sea talk");
    await waitForAnswerText(page, "Arr");
    expect(lastChat()?.prompt).toBe("Answer as a pirate.\n\nAhoy [[answer: Arr]]");
    await expectVisible(questions(page).first(), "Ahoy [[answer: Arr]]");
    await ask(page, "How deep? [[answer: Deep]]");
    expect(lastChat()?.prompt).toBe("Answer as a pirate.\n\nHow deep? [[answer: Deep]]");
    await questions(page).last().hover();
    await questions(page).last().getByRole("button", { name: "Edit" }).click();
    expect(await editBox(page).inputValue()).toBe("How deep? [[answer: Deep]]");
    await editBox(page).fill("How wide? [[answer: Wide]]");
    await page.keyboard.press("Enter");
    await waitForAnswerText(page, "Wide");
    expect(lastChat()?.prompt).toBe("Answer as a pirate.\n\nHow wide? [[answer: Wide]]");
    await page.reload();
    await expectVisible(questions(page).last(), "How wide? [[answer: Wide]]");
  });

  test("an output transformer changes the answer; the model's original can be shown, also after a reload", async () => {
    const { page, api } = await fixture.openSignedIn();
    await createPrompts(
      api,
      {
        name: "Loud",
        type: "output_transformer",
        data: { hidden: true, requiredTags: ["loud"], code: "return text.toUpperCase();" },
      },
      { name: "Talk", content: "Speak [[answer: softly now]]", data: { conversationTags: ["loud"] } },
    );
    await openNewConversation(page, fixture.url);
    await chooseStorage(page, storage);
    await startConversation(page, "Talk");
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await expectVisible(answers(page).last(), "SOFTLY NOW");
      await expectVisible(answers(page).last(), /^Changed by “Loud”\./);
      await answers(page).last().getByRole("button", { name: "Show the original" }).click();
      await expectVisible(page.getByRole("region", { name: "The original answer" }), "softly now");
    }
    if (storage === "cloud") {
      const { conversations } = await api.call(listConversations, {});
      const { conversation } = await api.call(openOp, { conversationId: conversations[0]?.id ?? "" });
      expect(conversation.messages[1]).toMatchObject({ content: "SOFTLY NOW", data: { untransformed: "softly now" } });
    }
  });
});

test("a transformer that fails or never ends leaves the answer unchanged, and the page says so", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createPrompts(
    api,
    { name: "A broken", type: "output_transformer", data: { requiredTags: ["t"], code: "throw new Error('no')" } },
    { name: "B endless", type: "output_transformer", data: { requiredTags: ["t"], code: "for (;;);" } },
    {
      name: "C page",
      type: "output_transformer",
      data: { requiredTags: ["t"], code: "return document.title + fetch('/');" },
    },
    { name: "Talk", content: "Speak [[answer: as it was]]", data: { conversationTags: ["t"] } },
  );
  await openNewConversation(page, fixture.url);
  await startConversation(page, "Talk");
  await waitForAnswerEnd(page);
  await expectVisible(answers(page).last(), "as it was");
  const notice = answers(page)
    .last()
    .getByText(/^The output transformer/);
  await notice.waitFor();
  expect(await notice.textContent()).toBe(
    "The output transformer “A broken” could not be used: “no”. The output transformer “B endless” could not be used: it took too long. " +
      "The output transformer “C page” could not be used: “'document' is not defined”.",
  );
  await ask(page, "Next [[answer: Goes on]]");
  await expectVisible(answers(page).last(), "Goes on");
});

test("follow-ups with matching tags are listed below the last answer; a chosen one is sent", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createPrompts(
    api,
    { name: "Explain simply", type: "follow_up", content: "Explain that simply. [[answer: Simple]]" },
    {
      name: "For sailors",
      type: "follow_up",
      content: "Explain for {{Whom}}. [[answer: Sailed]]",
      data: { requiredTags: ["sea"] },
    },
    { name: "Sea talk", content: "Ahoy [[answer: Arr]]", data: { conversationTags: ["sea"] } },
  );
  await openNewConversation(page, fixture.url);
  await ask(page, "Hello [[answer: One]]");
  await followUp(page, "Explain simply").waitFor();
  expect(await followUp(page, "For sailors").count()).toBe(0);
  await followUp(page, "Explain simply").click();
  await waitForAnswerText(page, "Simple");
  expect(lastChat()?.prompt).toBe("Explain that simply. [[answer: Simple]]");
  expect(await page.getByRole("list", { name: "Follow-ups" }).count()).toBe(1);

  await startConversation(page, "Sea talk");
  await waitForAnswerText(page, "Arr");
  await followUp(page, "For sailors").click();
  const dialog = page.getByRole("dialog", { name: "For sailors" });
  await dialog.getByRole("textbox", { name: "Whom" }).fill("captains");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await waitForAnswerText(page, "Sailed");
  expect(lastChat()?.prompt).toBe("Explain for captains. [[answer: Sailed]]");
});
