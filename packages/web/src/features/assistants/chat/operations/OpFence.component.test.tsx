import { callOperation, getFeatureFlags, type JsonObject, type Message } from "@lectern/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { alertWithText, lastAnswer, questions, sendMessage, waitForAnswerEnd } from "../../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../../testing/conversations.ts";
import { createFlags } from "../../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../../testing/renderApp.tsx";
import { eventually, log } from "../../../../testing/screen.ts";
import { stubAssistants } from "../../../../testing/stubAssistants.ts";
import { type StubbedChat, stubAnswers, stubChat } from "../../../../testing/stubChat.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../../../testing/stubServer.ts";

const assistantId = "astp/registrar";
const state = {
  ...{ currentAssistantId: assistantId, currentAssistantVersionId: "ast/1", currentAssistantName: "Registrar" },
};
const lines = ["_id: enrol", "_title: Enrol in a course", "course: 101", "days: Monday", "days: Friday", "s_pin:"];
const fence = (...code: readonly string[]) => `\`\`\`op\n${code.join("\n")}\n\`\`\`\n`;
const block = fence(...lines);

const done = "Done. The assistant has the result.";
const form = () => log().getByRole("region", { name: "Enrol in a course" });
const pinField = () => form().getByLabelText("pin", { exact: true });
const goButton = () => form().getByRole("button", { name: "Go", exact: true });

interface Shown {
  answer?: string;
  /** What follows the answer. */
  later?: readonly string[];
  /** The message with the result of an operation. */
  resultId?: string;
  data?: JsonObject;
  isOn?: boolean;
}

/** Opens a conversation whose answer is this Markdown. The next answers are "Thanks." */
async function showAnswer(shown: Shown = {}): Promise<StubbedChat> {
  const { answer = block, later = [], resultId, data = { state }, isOn = true } = shown;
  stubOp(getFeatureFlags, createFlags({ assistantApis: isOn }));
  stubAssistants([
    { assistantId, name: "Registrar", fields: { apiHosts: ["sis.uni.edu"], integrations: ["google_docs"] } },
  ]);
  const chat = stubAnswers("Thanks.");
  const messages = createBranch(["Please enrol me", `Here:\n\n${answer}`, ...later]).map((message): Message => {
    const added = message.id === "m-1" ? data : message.id === resultId ? { actionResult: true } : {};
    return { ...message, data: { ...message.data, ...added } };
  });
  await storeLocalConversations(createConversation({ messages }));
  await renderApp("#c=stored");
  return chat;
}

const readSentResult = (chat: StubbedChat): unknown =>
  JSON.parse(chat.answers[0]?.request.messages?.at(-1)?.content ?? "");

test("[C2.10] a block is a form whose button runs the operation with what was entered, and the assistant goes on with the result", async () => {
  const chat = await showAnswer();
  stubOp(callOperation, { text: '{"seat":7}', isError: false, pause: null });
  await expect.element(form().getByText("Calls enrol of Registrar")).toBeVisible();
  await expect.element(form().getByText("What you enter can be sent to sis.uni.edu.")).toBeVisible();
  await expect.element(form().getByText("It can use your Google Docs.")).toBeVisible();
  await form().getByLabelText("course").fill("102");
  await form().getByLabelText("days 2").fill("Sunday");
  await expect.element(pinField()).toHaveAttribute("type", "password");
  await pinField().fill("1234");
  expect(listInputs(callOperation)).toEqual([]);
  await goButton().click();
  await expect.element(form().getByText(done)).toBeVisible();
  await waitForAnswerEnd();
  expect(listInputs(callOperation)).toEqual([
    { assistantId, operation: "enrol", params: { course: "102", days: ["Monday", "Sunday"], pin: "1234" } },
  ]);
  expect(chat.answers).toHaveLength(1);
  expect(chat.answers[0]?.request.options?.assistantId).toBe(assistantId);
  expect(readSentResult(chat)).toEqual({ resultOfOps: [{ id: "enrol", result: { seat: 7 } }] });
  expect(JSON.stringify(chat.answers[0]?.request)).not.toContain("1234");
  await expect.element(questions().last().getByText("Enrol in a course", { exact: true })).toBeVisible();
  await expect.element(goButton()).not.toBeInTheDocument();
});

test("[C4.33] what was done is done after a reload, and can no longer be done once the chat has gone on without it", async () => {
  const result = JSON.stringify({ resultOfOps: [{ id: "enrol", result: "ok" }] });
  const other = fence("_id: drop", "_title: Drop it");
  await showAnswer({ answer: `${block}\n${other}`, later: [result, "Thanks."], resultId: "m-2" });
  await expect.element(form().getByText(done)).toBeVisible();
  await expect.element(form().getByLabelText("course")).toHaveAttribute("readonly");
  const otherForm = log().getByRole("region", { name: "Drop it" });
  await expect.element(otherForm.getByText("The chat has gone on without this.")).toBeVisible();
  await expect.element(otherForm.getByRole("button", { name: "Go" })).toBeDisabled();
  await expect.element(form().getByRole("button", { name: "Go" })).not.toBeInTheDocument();
});

test("[C4.33] two presses make one call, and it can be cancelled and made again", async () => {
  const chat = await showAnswer();
  stubOp(callOperation, { text: "ok", isError: false, pause: null });
  const call = pauseOp(callOperation);
  await goButton().click();
  await call.reached;
  await form().getByLabelText("course").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(form().getByText("Running…")).toBeVisible();
  await form().getByRole("button", { name: "Cancel" }).click();
  call.release();
  await expect.element(form().getByText("Cancelled. It may have been carried out nevertheless.")).toBeVisible();
  expect(listInputs(callOperation)).toHaveLength(1);
  expect(chat.answers).toHaveLength(0);
  await goButton().click();
  await expect.element(form().getByText(done)).toBeVisible();
  await eventually(() => chat.answers.length).toBe(1);
  expect(readSentResult(chat)).toEqual({ resultOfOps: [{ id: "enrol", result: "ok" }] });
});

test("[C8.33] a failure says why, sends nothing and can be tried again", async () => {
  const chat = await showAnswer();
  failOp(callOperation, "The server is down.");
  await goButton().click();
  const failure = form().getByRole("alert");
  await expect.element(failure.getByText("Something went wrong. Please try again.", { exact: true })).toBeVisible();
  await expect.element(failure.getByText("Error calling Ops op: The server is down.", { exact: true })).toBeVisible();
  stubOp(callOperation, { text: "The server answered with status 409.\nfull", isError: true, pause: null });
  await goButton().click();
  await expect.element(failure.getByText("The server answered with status 409.")).toBeVisible();
  expect(chat.answers).toHaveLength(0);
  stubOp(callOperation, { text: "ok", isError: false, pause: null });
  await goButton().click();
  await expect.element(form().getByText(done)).toBeVisible();
  await eventually(() => chat.answers.length).toBe(1);
});

test("a pause is shown, and nothing is sent", async () => {
  const chat = await showAnswer();
  stubOp(callOperation, { text: "", isError: false, pause: "Please sign the form." });
  await goButton().click();
  await expect.element(form().getByText("Please sign the form.")).toBeVisible();
  await expect.element(goButton()).not.toBeInTheDocument();
  expect(chat.answers).toHaveLength(0);
});

test("[C8.33] [C5.43b] the assistant is told of an operation that it does not have", async () => {
  const chat = await showAnswer();
  failOp(callOperation, "Op not found", { status: 404, code: "notFound", fields: { type: "NoSuchOperation" } });
  await goButton().click();
  const text = "The plan had an error. I am going to let the Assistant know.";
  await expect.element(alertWithText(text)).toBeVisible();
  await waitForAnswerEnd();
  expect(readSentResult(chat)).toEqual({ resultOfOps: [{ id: "enrol", result: "Op not found" }] });
  const told = "The assistant has no such operation, and has been told so.";
  await expect.element(form().getByText(told)).toBeVisible();
});

test.each<[string, Shown, string]>([
  ["of no assistant", { data: {} }, "Only an assistant can do this, and none wrote this answer."],
  ["where operations are off", { isOn: false }, "You can’t use operations of assistants."],
  ["in an answer that was stopped", { data: { state, end: { end: "stopped" } } }, "The answer is incomplete."],
])("a block %s can be read only", async (_, shown, reason) => {
  await showAnswer(shown);
  await expect.element(form().getByText(reason)).toBeVisible();
  await expect.element(goButton()).toBeDisabled();
  await expect.element(form().getByLabelText("course")).toHaveAttribute("readonly");
});

test("a block waits until the browser is back online", async () => {
  await showAnswer();
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => isOnline.mockRestore());
  dispatchEvent(new Event("offline"));
  await expect.element(form().getByText("You’re offline. Try again when you’re back online.")).toBeVisible();
  await expect.element(goButton()).toBeDisabled();
  isOnline.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await expect.element(goButton()).toBeEnabled();
});

test("a block is not shown before it is complete, and cannot be used before the answer is", async () => {
  stubOp(getFeatureFlags, createFlags({ assistantApis: true }));
  stubAssistants([{ assistantId, name: "Registrar" }]);
  const chat = stubChat();
  await renderApp();
  await sendMessage("Please enrol me");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.send({ s: "meta", state });
  chat.answers[0]?.write(block.slice(0, 40));
  await expect.element(log().getByText("Preparing a form…")).toBeVisible();
  expect(log().getByText("_id").elements()).toHaveLength(0);
  chat.answers[0]?.write(`${block.slice(40)}\nShall I?`);
  await expect.element(form().getByText("You can do this once the answer is complete.")).toBeVisible();
  await expect.element(goButton()).toBeDisabled();
  chat.answers[0]?.end();
  await expect.element(goButton()).toBeEnabled();
});

test("[C8.38] a block with malformed JSON is shown as code, and says so", async () => {
  await showAnswer({ answer: fence('{"_id": "enrol", "course": 101,}') });
  const text = "Failed to extract data. Please check the JSON format.";
  await expect.element(lastAnswer().getByText(text, { exact: true })).toBeVisible();
  await expect.element(lastAnswer().getByRole("group", { name: /^Code/ }).getByText("enrol")).toBeVisible();
  expect(log().getByRole("button", { name: "Go", exact: true }).elements()).toHaveLength(0);
});

test("a malformed block is shown as code", async () => {
  await showAnswer({ answer: fence("_title: Enrol", "course: 101") });
  await expect.element(lastAnswer().getByRole("group", { name: /^Code/ }).getByText("course: 101")).toBeVisible();
  expect(lastAnswer().getByText("Failed to extract data").elements()).toEqual([]);
  expect(log().getByRole("button", { name: "Go", exact: true }).elements()).toHaveLength(0);
});

test("nothing that would be sent is hidden from the person", async () => {
  await showAnswer({ answer: fence("_id: enrol", "_button: Enrol\u202e now", "note: a\u200bb", "s_pin: prefilled") });
  const own = log().getByRole("region", { name: "enrol" });
  await expect.element(own.getByLabelText("note")).toHaveValue("a[U+200B]b");
  await expect.element(own.getByLabelText("pin", { exact: true })).toHaveAttribute("type", "text");
  await expect.element(own.getByRole("button", { name: "Enrol[U+202E] now" })).toBeVisible();
});

test("line breaks that would be sent are seen", async () => {
  const values = { _id: "enrol", note: "Hi\nBcc: eve@evil.example", s_pin: "1\n2" };
  await showAnswer({ answer: fence(JSON.stringify(values)) });
  const own = log().getByRole("region", { name: "enrol" });
  await expect.element(own.getByLabelText("note")).toHaveValue(values.note);
  await expect.element(own.getByLabelText("pin", { exact: true })).toHaveValue(values.s_pin);
});
