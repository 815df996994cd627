import type { ToolStep } from "@lectern/contract";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { answerChatPosts, lastAnswer, sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { type StubbedChat, stubChat } from "../../../testing/stubChat.ts";

const createStep = (changes: Partial<ToolStep>): ToolStep => ({
  id: "s1",
  round: 0,
  tool: "send",
  title: "Test send",
  arguments: '{"text":"one"}',
  state: "waiting",
  offset: 0,
  ...changes,
});

const stepButton = (name: RegExp) => lastAnswer().getByRole("button", { name });
const allowButtons = () => lastAnswer().getByRole("button", { name: "Allow", exact: true });
const denyButtons = () => lastAnswer().getByRole("button", { name: "Don’t allow" });
const steps = () => lastAnswer().getByRole("group", { name: /^Steps?$/ });

/** Asks a question, whose answer is these steps after a text. */
async function askForSteps(...list: ToolStep[]): Promise<StubbedChat> {
  const chat = stubChat();
  await renderApp();
  await sendMessage("Please do it");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("May I?");
  chat.answers[0]?.send(...list.map((step) => ({ s: "meta", step: { ...step, offset: 6 } })));
  chat.answers[0]?.end();
  await waitForAnswerEnd();
  return chat;
}

test("the steps of one round are one line, which opens to each of them, and failures say why", async () => {
  await askForSteps(
    createStep({ state: "done", result: "a", durationMs: 3 }),
    createStep({ id: "s2", title: "Test fail", state: "failed", result: "The tool is broken.", durationMs: 3 }),
  );
  await expect.element(stepButton(/^Test fail/)).not.toBeInTheDocument();
  await stepButton(/^2 steps · 1 failed/).click();
  await stepButton(/^Test fail · “one” · failed/).click();
  await expect.element(lastAnswer().getByText("Why it failed", { exact: true })).toBeVisible();
  await expect.element(lastAnswer().getByText("The tool is broken.", { exact: true })).toBeVisible();
});

test("each of several tools is decided, a decision can be changed until the last one, and the focus goes to the next decision", async () => {
  const chat = await askForSteps(createStep({}), createStep({ id: "s2", arguments: '{"text":"two"}' }));
  await eventually(() => allowButtons().elements().length).toBe(2);
  await allowButtons().first().click();
  await expect.element(lastAnswer().getByText("Allowed", { exact: true })).toBeVisible();
  await expect.element(allowButtons()).toHaveFocus();
  await lastAnswer().getByRole("button", { name: "Change" }).click();
  await denyButtons().first().click();
  await expect.element(lastAnswer().getByText("Not allowed", { exact: true })).toBeVisible();
  expect(chat.answers).toHaveLength(1);
  await allowButtons().click();
  await eventually(() => chat.answers.length).toBe(2);
  expect(chat.answers[1]?.request).toMatchObject({
    continueRun: {
      decisions: [
        { stepId: "s1", isApproved: false },
        { stepId: "s2", isApproved: true },
      ],
    },
  });
  chat.answers[1]?.write("May I?");
  chat.answers[1]?.send(
    { s: "meta", step: createStep({ state: "denied", offset: 6 }) },
    { s: "meta", step: createStep({ id: "s2", state: "done", result: "Sent", offset: 6 }) },
  );
  chat.answers[1]?.write(" It is sent.");
  chat.answers[1]?.end();
  await waitForAnswerEnd();
  await expect.element(stepButton(/^Test send · 2 steps · 1 not allowed/)).toBeVisible();
  await expect.element(lastAnswer().getByText("It is sent.")).toBeVisible();
  // The focus is still at the steps, although their buttons are gone.
  await expect.element(steps()).toHaveFocus();
});

test("an approval that the server no longer has is explained at the step, and the answer stays", async () => {
  await askForSteps(createStep({}));
  const message = "This approval is no longer possible. Please ask again.";
  answerChatPosts(() => Response.json({ success: false, message, code: "notFound", requestId: "r" }, { status: 404 }));
  allowButtons().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(lastAnswer().getByRole("alert").getByText(message)).toBeVisible();
  await expect.element(stepButton(/^Test send · “one” · cancelled/)).toBeVisible();
  await expect.element(lastAnswer().getByText("May I?")).toBeVisible();
  const fragment = location.hash;
  await cleanup();
  await renderApp(fragment);
  await expect.element(stepButton(/^Test send · “one” · cancelled/)).toBeVisible();
  await expect.element(allowButtons()).not.toBeInTheDocument();
});
