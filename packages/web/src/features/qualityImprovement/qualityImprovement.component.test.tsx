import {
  type FlagName,
  getFeatureFlags,
  limits,
  type Message,
  optimizePrompt,
  submitQualityImprovement,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { conversationKeys } from "../../entities/conversations/store/conversationCache.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { questions } from "../../testing/chatPage.ts";
import { openStoredChat } from "../../testing/chatSteps.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, dialogNamed, eventually } from "../../testing/screen.ts";
import { type StubbedChat, stubAnswers, stubChat } from "../../testing/stubChat.ts";
import { emitBrowserEvent, failOp, getPerson, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";

const rangeTitle = "Select Conversation Range for Quality Improvement Summary";
const shareButton = () => page.getByRole("button", { name: "Share for Quality Improvement", exact: true });
const range = () => dialogNamed(rangeTitle);
const form = () => dialogNamed("Share for Quality Improvement");
const summaryField = () => form().getByRole("textbox", { name: "Summary" });
const choice = (name: string) => form().getByRole("switch", { name });
const sent = () => form().getByRole("region", { name: "This is sent with the texts above" });
const press = (name: string) => form().getByRole("button", { name, exact: true }).click();
const stubFlags = (flags: Partial<Record<FlagName, boolean>> = {}) =>
  stubOp(getFeatureFlags, createFlags({ qiSummary: true, promptOptimizer: true, ...flags }));
const lastSubmission = () => listInputs(submitQualityImprovement).at(-1);

const longPrompt = `${"x".repeat(74)}yz`;
const branch = createBranch(["First question", "First answer", longPrompt, "Second answer", "Third", "Third answer"]);

/** The last exchange, with a document, two passages, one of which is confidential, and a filled prompt. */
const sourced = (): Message[] => {
  const [question, answer] = createBranch(["What does it say?", "It says so [1]."]);
  if (!question || !answer) throw new Error("no messages");
  const passage = { ...{ name: "notes.pdf", key: "k", contentKey: null, groupId: null, type: "application/pdf" } };
  return [
    {
      ...question,
      data: {
        dataSources: [{ id: "s3://me@uni.edu/1.json", name: "notes.pdf", type: "application/pdf" }],
        templateData: { id: "p1", name: "Ask", values: { Topic: "entropy" } },
      },
    },
    {
      ...answer,
      data: {
        state: {
          sources: {
            rag: {
              sources: [
                { ...passage, index: 1, content: "An open passage", locations: [] },
                { ...passage, index: 2, content: "A confidential passage", locations: [], citation: "signed" },
              ],
            },
          },
        },
      },
    },
  ];
};

beforeEach(() => {
  stubFlags();
  stubOp(submitQualityImprovement, {});
});

async function openReview(messages: Message[], summary = "It went well."): Promise<StubbedChat> {
  const chat = stubAnswers(summary);
  await openStoredChat(messages);
  await shareButton().click();
  if (messages.length > 2) await range().getByRole("button", { name: "Continue" }).click();
  await expect.element(summaryField()).toBeVisible();
  return chat;
}

test("[C2.28e] beside the message field is a button that optimizes a text, and while there is none, one that shares for quality improvement", async () => {
  await openStoredChat(branch);
  await expect.element(shareButton()).toBeVisible();
  await composer().fill("explain");
  await expect.element(page.getByRole("button", { name: "Optimize prompt" })).toBeVisible();
  await expect.element(shareButton()).not.toBeInTheDocument();
});

test.each<{ case: string; flags: Partial<Record<FlagName, boolean>>; messages: Message[] }>([
  { case: "while the flag is off", flags: { qiSummary: false }, messages: branch },
  { case: "before there is an answer", flags: {}, messages: branch.slice(0, 1) },
])("the button is not there $case", async ({ flags, messages }) => {
  stubFlags(flags);
  await openStoredChat(messages);
  await expect.element(page.getByRole("button", { name: "Send message" })).toBeVisible();
  expect(shareButton().query()).toBeNull();
});

test("[C2.47] a range is selected, entirely or from a prompt on, each shown by 75 characters, before the summary form", async () => {
  const chat = stubAnswers("A summary");
  await openStoredChat(branch);
  await shareButton().click();
  await expect.element(range().getByRole("heading", { name: rangeTitle, exact: true })).toBeVisible();
  const entire = range().getByRole("switch", { name: "Submit entire conversation?", exact: true });
  await expect.element(entire).toBeChecked();
  expect(range().getByRole("radio").elements()).toHaveLength(0);
  await entire.click();
  const next = range().getByRole("button", { name: "Continue" });
  await expect.element(next).toHaveAttribute("aria-disabled", "true");
  const labels = range()
    .getByRole("radio")
    .elements()
    .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);
  expect(labels).toEqual(["First question", longPrompt.slice(0, 75), "Third"]);
  await range().getByRole("radio", { name: "Third" }).click();
  await next.click();
  await expect.element(summaryField()).toHaveValue("A summary");
  expect(chat.answers[0]?.request.messages.slice(0, -1)).toEqual([
    { role: "user", content: "Third" },
    { role: "assistant", content: "Third answer" },
  ]);
});

test("[C9.15] the conversation is sliced from the index of the prompt times two messages, and a prompt is previewed by 75 characters", async () => {
  stubAnswers("A summary");
  await openStoredChat(branch);
  await shareButton().click();
  await range().getByRole("switch", { name: "Submit entire conversation?", exact: true }).click();
  const second = range().getByRole("radio").nth(1);
  await expect.element(second).toHaveAccessibleName(longPrompt.slice(0, 75));
  await second.click();
  await range().getByRole("button", { name: "Continue" }).click();
  await press("Submit");
  await eventually(() => lastSubmission()?.conversation?.messages.map(({ content }) => content)).toEqual(
    branch.slice(1 * 2).map(({ content }) => content),
  );
});

test("[C4.40] a range is selected, the summary is created, reviewed and submitted, and the dialog is done", async () => {
  const chat = stubChat();
  await openStoredChat(branch);
  await shareButton().click();
  await range().getByRole("button", { name: "Continue" }).click();
  await expect.element(form().getByText("Creating Summary...", { exact: true })).toBeVisible();
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("It went well.");
  chat.answers[0]?.end();
  await expect.element(summaryField()).toHaveValue("It went well.");
  const pause = pauseOp(submitQualityImprovement);
  await press("Submit");
  await expect.element(form().getByRole("button", { name: "Submitting...", exact: true })).toBeVisible();
  pause.release();
  await expect.element(form()).not.toBeInTheDocument();
});

test("[C4.41] with two messages the summary is created directly, without a range, and with three there is one", async () => {
  stubChat();
  await openStoredChat(branch.slice(0, 2));
  await shareButton().click();
  await expect.element(form().getByText("Creating Summary...", { exact: true })).toBeVisible();
  expect(range().query()).toBeNull();
  await press("Cancel");
  await expect.element(form()).not.toBeInTheDocument();
  await storeLocalConversations(createConversation({ id: "three", messages: branch.slice(0, 3) }));
  openConversation("three");
  await expect.element(questions().nth(1)).toBeVisible();
  await shareButton().click();
  await expect.element(range()).toBeVisible();
});

test("[C7.50] [C9.04b] the summary is asked for with temperature 0.5 and at most 500 tokens, without retrieval and code interpreter, and without what messages draw on", async () => {
  const chat = await openReview(sourced());
  const { request } = chat.answers[0] ?? {};
  expect(request).toMatchObject({
    ...{ temperature: 0.5, max_tokens: 500 },
    options: { skipRag: true, skipCodeInterpreter: true },
  });
  expect(request?.options).not.toHaveProperty("conversationId");
  expect(JSON.stringify(request)).not.toMatch(/notes\.pdf|passage|entropy/);
});

test("[C3.25] qiData and the conversation are sent, with data sources only if they are included, and everything is shown before", async () => {
  await openReview(sourced());
  await form().getByRole("textbox", { name: "Purpose (optional)" }).fill("Learn");
  await form().getByRole("textbox", { name: "Additional comments (optional)" }).fill("Thanks");
  await expect.element(sent().getByText("Anonymous. Make sure that the texts don’t name you.")).toBeVisible();
  await expect.element(sent().getByText("It says so [1].")).toBeVisible();
  expect(sent().getByText("An open passage").query()).toBeNull();
  await press("Submit");
  const qiData = {
    ...{ type: "Conversation", summary: "It went well.", purpose: "Learn", additionalComments: "Thanks" },
    ...{ numberOfDataSources: 1, includeUser: false },
  };
  const messages = [
    { role: "user", content: "What does it say?" },
    { role: "assistant", content: "It says so [1]." },
  ];
  const conversation = { name: "A stored one", folderId: null, messages };
  await eventually(lastSubmission).toEqual({ qiData, conversation });

  await shareButton().click();
  await choice("My name and email address").click();
  await choice("Data sources").click();
  await expect.element(sent().getByText(`${getPerson().name}, ${getPerson().email}`)).toBeVisible();
  await expect.element(sent().getByText("An open passage")).toBeVisible();
  await expect.element(sent().getByText("Topic: entropy")).toBeVisible();
  await press("Submit");
  const dataSources = [{ name: "notes.pdf", type: "application/pdf" }];
  await eventually(() => lastSubmission()?.qiData).toMatchObject({ includeUser: true, dataSources });
  expect(lastSubmission()?.conversation?.messages).toEqual([
    { ...messages[0], dataSources, templateData: { name: "Ask", values: { Topic: "entropy" } } },
    {
      ...messages[1],
      sources: [
        { name: "notes.pdf", content: "An open passage" },
        { name: "notes.pdf", content: "" },
      ],
    },
  ]);
  expect(JSON.stringify(lastSubmission())).not.toContain("me@uni.edu");
});

test("the conversation can be left out, and with it the data sources", async () => {
  await openReview(sourced());
  await choice("Data sources").click();
  await choice("The chat").click();
  await expect.element(sent().getByText("The chat isn’t sent.")).toBeVisible();
  await press("Submit");
  await eventually(() => lastSubmission()?.conversation).toBeNull();
  expect(lastSubmission()?.qiData.dataSources).toBeUndefined();
});

test("[C8.43] the exact texts: of a prompt that cannot be optimized, and of a submission that fails, keeps what was written, and succeeds; without a summary it is empty", async () => {
  failOp(optimizePrompt, "Down.");
  stubChat((answer) => answer.end({ end: "failed", message: "No budget." }));
  await openStoredChat(branch.slice(0, 2));
  await composer().fill("explain");
  await page.getByRole("button", { name: "Optimize prompt" }).click();
  const optimizer = dialogNamed("Optimize prompt");
  await expect
    .element(optimizer.getByText("Error optimizing prompt. Please try again.", { exact: true }))
    .toBeVisible();
  await optimizer.getByRole("button", { name: "Keep mine" }).click();
  await composer().fill("");

  await shareButton().click();
  await expect.element(summaryField()).toHaveValue("");
  await expect.element(form().getByText("No summary could be created. Please write one.")).toBeVisible();
  await expect
    .element(form().getByRole("button", { name: "Submit", exact: true }))
    .toHaveAttribute("aria-disabled", "true");
  await summaryField().fill("I wrote it.");
  failOp(submitQualityImprovement, "The database is down.");
  await press("Submit");
  const failure = form().getByRole("alert");
  await expect
    .element(failure.getByText("Failed to submit quality improvement summary. Please try again...", { exact: true }))
    .toBeVisible();
  await expect.element(failure.getByText("The database is down.")).toBeVisible();
  await expect.element(summaryField()).toHaveValue("I wrote it.");
  stubOp(submitQualityImprovement, {});
  await press("Submit");
  await expect
    .element(page.getByText("Successfully submitted quality improvement summary", { exact: true }))
    .toBeVisible();
  await expect.element(form()).not.toBeInTheDocument();
  expect(lastSubmission()?.qiData.summary).toBe("I wrote it.");
});

test("Cancel stops the summary on the server, and so does writing it", async () => {
  const chat = stubChat();
  await openStoredChat(branch.slice(0, 2));
  await shareButton().click();
  await eventually(() => chat.answers.length).toBe(1);
  await press("Cancel");
  await expect.element(form()).not.toBeInTheDocument();
  await eventually(() => chat.stoppedIds).toEqual([chat.answers[0]?.request.options?.requestId]);
  await shareButton().click();
  await eventually(() => chat.answers.length).toBe(2);
  await press("Write it myself");
  await expect.element(summaryField()).toHaveValue("");
  await eventually(() => chat.stoppedIds.length).toBe(2);
});

test("who has written something is asked before it is discarded", async () => {
  await openReview(branch.slice(0, 2));
  await form().getByRole("textbox", { name: "Purpose (optional)" }).fill("Learn");
  await press("Cancel");
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(form().getByRole("textbox", { name: "Purpose (optional)" })).toHaveValue("Learn");
  await press("Cancel");
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(form()).not.toBeInTheDocument();
  expect(listInputs(submitQualityImprovement)).toEqual([]);
});

test("a conversation that is too long is left out, and the form says why", async () => {
  const [question, answer] = createBranch(["Long?", "x".repeat(limits.qualityConversationCharacters)]);
  await openReview(question && answer ? [question, answer] : []);
  await expect.element(choice("The chat")).toBeDisabled();
  await expect
    .element(form().getByText("It is too long to be sent. Choose a later starting prompt to include it."))
    .toBeVisible();
  await press("Submit");
  await eventually(() => lastSubmission()?.conversation).toBeNull();
});

test("a conversation in the cloud is shared from the menu of its header, too", async () => {
  stubAnswers("In the cloud");
  const conversation = createConversation({ messages: branch.slice(0, 2), isLocal: false });
  stubCloudConversations(conversation);
  await renderApp(`#c=${conversation.id}`);
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share for Quality Improvement" }).click();
  await expect.element(summaryField()).toHaveValue("In the cloud");
  await press("Submit");
  await expect.element(page.getByText("Successfully submitted quality improvement summary")).toBeVisible();
});

test("what was written stays, and can be submitted, if another device deletes the chat", async () => {
  stubAnswers("In the cloud");
  const conversation = createConversation({ messages: branch.slice(0, 2), isLocal: false });
  stubCloudConversations(conversation);
  await renderApp(`#c=${conversation.id}`);
  openDialog("qualityImprovement", { conversationId: conversation.id });
  await expect.element(summaryField()).toHaveValue("In the cloud");
  await summaryField().fill("My own words");
  stubCloudConversations();
  emitBrowserEvent({ type: "conversation", id: conversation.id, change: "deleted" });
  const queryKey = conversationKeys.one(getPerson().id, conversation.id);
  await eventually(() => queryClient.getQueryState(queryKey)?.status).toBe("error");
  await expect.element(summaryField()).toHaveValue("My own words");
  await press("Submit");
  await eventually(() => lastSubmission()?.qiData.summary).toBe("My own words");
});

test("a chat that has been deleted meanwhile says so", async () => {
  stubCloudConversations();
  await renderApp();
  openDialog("qualityImprovement", { conversationId: "gone" });
  await expect.element(form().getByText("This chat no longer exists.")).toBeVisible();
});
