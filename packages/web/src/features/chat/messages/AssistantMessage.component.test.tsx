import { expect, test } from "vitest";
import { attach, attachmentChip, textFile } from "../../../testing/attachFiles.ts";
import {
  lastAnswer,
  sendButton,
  sendMessage,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubFiles } from "../../../testing/stubFiles.ts";
import { stubRequests } from "../../../testing/stubServer.ts";

test("[C4.11] a placeholder is shown until the answer starts, and the answer can be stopped until it ends", async () => {
  const chat = stubChat();
  await renderApp();
  const placeholder = () => lastAnswer().getByText("Waiting for the answer");
  for (const [index, end] of [{ end: "done" }, { end: "failed", message: "It broke.", code: "internal" }].entries()) {
    const { promise: started, resolve: start } = Promise.withResolvers<null>();
    stubRequests(({ url }) => (new URL(url).pathname === "/chat" && chat.answers.length === index ? started : null));
    await sendMessage("What is a river?");
    await expect.element(placeholder()).toBeVisible();
    await expect.element(stopButton()).toBeVisible();
    await expect.element(sendButton()).not.toBeInTheDocument();
    start(null);
    await eventually(() => chat.answers.length).toBe(index + 1);
    chat.answers[index]?.write("It is water");
    await waitForAnswerText("It is water");
    await expect.element(placeholder()).not.toBeInTheDocument();
    await expect.element(stopButton()).toBeVisible();
    chat.answers[index]?.end(end);
    await waitForAnswerEnd();
    await expect.element(stopButton()).not.toBeInTheDocument();
  }
});

test("until the first token of a question about documents, also those of an earlier one, the answer says that they are looked through, and then that it is awaited", async () => {
  stubFiles();
  const chat = stubChat();
  await renderApp();
  await attach(textFile("notes.txt"));
  await expect.element(attachmentChip("notes.txt").getByText("Ready")).toBeInTheDocument();
  await sendMessage("What do they say?");
  await expect.element(lastAnswer().getByText("Looking through the attachments…")).toBeVisible();
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.send({ s: "meta", state: { sources: { rag: { sources: [] } } } });
  await expect.element(lastAnswer().getByText("Waiting for the answer…")).toBeVisible();
  chat.answers[0]?.write("Much.");
  await waitForAnswerText("Much.");
  chat.answers[0]?.end();
  await waitForAnswerEnd();

  await sendMessage("And what else?");
  await expect.element(lastAnswer().getByText("Looking through the attachments…")).toBeVisible();
  await eventually(() => chat.answers.length).toBe(2);
  const st = { id: "searched", summary: "Searched notes", message: "", type: "info", inProgress: false } as const;
  chat.answers[1]?.send({ s: "meta", st });
  await expect.element(lastAnswer().getByText("Waiting for the answer…")).toBeVisible();
  chat.answers[1]?.end();
  await waitForAnswerEnd();
});

test.each(["mouse"])(
  "nothing moves when an answer ends: the place of its actions is reserved (%s)",
  async (_pointer) => {
    const chat = stubChat();
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
