import { fileTexts } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  alertWithText,
  lastAnswer,
  questions,
  sendMessage,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { sendAndBegin } from "../../../testing/chatSteps.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, eventually } from "../../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../../testing/stubChat.ts";
import { stubFiles } from "../../../testing/stubFiles.ts";
import { stubRequests } from "../../../testing/stubServer.ts";

const attachments = () => page.getByRole("list", { name: "Attached documents" }).getByRole("listitem");
const waitNotice = () => page.getByRole("status").getByText("Your message is then sent by itself.");

/** Holds back the requests for a path until the returned function is called, optionally with the response. */
function holdRequests(path: string): (response?: Response) => void {
  const released = Promise.withResolvers<Response | null>();
  stubRequests(({ url }) => (new URL(url).pathname === path ? released.promise : null));
  return (response) => released.resolve(response ?? null);
}

/** Pastes a document into the message field. */
async function attach(): Promise<void> {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File(["Entropy."], "notes.txt", { type: "text/plain" }));
  composer()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  await expect.element(attachments()).toMatchTextContent(/notes\.txt/);
}

test.each([
  ["Esc", () => userEvent.keyboard("{Escape}"), "What?"],
  ["the button", () => page.getByRole("button", { name: "Cancel", exact: true }).click(), "What?"],
  ["a change of the text", () => userEvent.keyboard("!"), "What?!"],
] as const)(
  "%s ends the waiting: the text stays, and nothing is sent when the document is ready",
  async (_, end, text) => {
    stubFiles();
    const chat = stubChat();
    const release = holdRequests("/files/status");
    await renderApp();
    await expect.element(composer()).toBeVisible();
    await attach();
    await expect.element(attachments().getByText("Reading…")).toBeVisible();
    await sendMessage("What?");
    await expect.element(waitNotice()).toBeVisible();
    await end();
    await expect.element(waitNotice()).not.toBeInTheDocument();
    await expect.element(composer()).toHaveFocus();
    release();
    await expect.element(attachments().getByText("Ready")).toBeVisible();
    await expect.element(composer()).toHaveValue(text);
    await expect.element(questions()).not.toBeInTheDocument();
    expect(chat.answers).toEqual([]);
  },
);

test("a message that waits for a document is not sent when the document fails, and can be sent without it", async () => {
  stubFiles();
  const chat = stubAnswers("Fine.");
  const release = holdRequests("/files/upload");
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await attach();
  await sendMessage("Then without");
  await expect.element(waitNotice()).toBeVisible();
  release(new Response(null, { status: 507, headers: { "x-amz-error-message": "The disk is full." } }));
  await expect.element(alertWithText("Your message wasn’t sent because “notes.txt” can’t be used.")).toBeVisible();
  await expect.element(waitNotice()).not.toBeInTheDocument();
  // Only the document says why.
  expect(page.getByText("The disk is full.").elements()).toHaveLength(1);
  // Nothing is being uploaded any more.
  await expect.element(page.getByText(fileTexts.stillUploading)).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue("Then without");
  expect(chat.answers).toEqual([]);
  await page.getByRole("button", { name: "Send without it" }).click();
  await waitForAnswerText("Fine.");
  await expect.element(attachments()).not.toBeInTheDocument();
});

test("while an answer is written, a message waits for its document and is then queued", async () => {
  stubFiles();
  const chat = stubChat();
  await renderApp();
  const first = await sendAndBegin(chat, "First");
  first.write("One two three");
  await expect.element(lastAnswer().getByText("One two three")).toBeVisible();
  const release = holdRequests("/files/status");
  await attach();
  await composer().fill("Second");
  await userEvent.keyboard("{Enter}");
  await expect.element(waitNotice()).toBeVisible();
  const queued = page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
  await expect.element(queued).not.toBeInTheDocument();
  release();
  await expect.element(queued).toBeVisible();
  await expect.element(composer()).toHaveValue("");
  first.end();
  await eventually(() => chat.answers.length).toBe(2);
  expect(chat.answers[1]?.request.messages.at(-1)?.data?.dataSources).toMatchObject([{ name: "notes.txt" }]);
  chat.answers[1]?.write("Entropy.");
  chat.answers[1]?.end();
  await waitForAnswerText("Entropy.");
  await waitForAnswerEnd();
  expect(questions().elements()).toHaveLength(2);
});
