import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import {
  lastAnswer,
  sendButton,
  sendMessage,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubRequests } from "../../../testing/stubServer.ts";

afterEach(() => void vi.useRealTimers());

const stoppedNote = () => lastAnswer().getByText("Stopped", { exact: true });

test("Esc in the message field stops the answer, and what was typed stays; the dialog of shortcuts lists it", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage("Tell me");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("One two three");
  await waitForAnswerText("One two three");
  await composer().fill("The next one");
  await userEvent.keyboard("{Escape}");
  await waitForAnswerEnd();
  await expect.element(stoppedNote()).toBeVisible();
  expect(chat.stoppedIds).toEqual([chat.answers[0]?.request.options?.requestId]);
  await waitForAnswerText("One two three");
  await expect.element(composer()).toHaveValue("The next one");
  // Without an answer, Esc changes nothing.
  await userEvent.keyboard("{Escape}");
  await expect.element(composer()).toHaveValue("The next one");
  expect(chat.stoppedIds).toHaveLength(1);

  await page.getByRole("heading").first().click();
  await userEvent.keyboard("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(dialog.getByText("Stop the answer", { exact: true })).toBeVisible();
});

test("1000 ms after Stop nothing streams any more, even when the kill request is never answered; the text stays in the browser, and the person can continue", async () => {
  const chat = stubChat();
  const killRequests: unknown[] = [];
  stubRequests(async (request) => {
    const body: unknown = request.method === "POST" ? await request.json() : null;
    if (typeof body !== "object" || body === null || !("killSwitch" in body)) return null;
    killRequests.push(body);
    return new Promise(() => {});
  });
  await renderApp();
  await sendMessage("Tell me");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("One two three");
  await waitForAnswerText("One two three");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await stopButton().click();
  await expect.element(lastAnswer().getByText("Stopping…")).toBeVisible();
  await vi.advanceTimersByTimeAsync(990);
  await expect.element(lastAnswer().getByText("Stopping…")).toBeVisible();
  await expect.element(stopButton()).toBeVisible();
  await expect.element(lastAnswer()).toHaveAttribute("aria-busy", "true");
  expect(killRequests).toEqual([{ killSwitch: { requestId: expect.any(String), value: true } }]);
  await vi.advanceTimersByTimeAsync(10);
  vi.useRealTimers();
  await waitForAnswerEnd();
  await expect.element(stoppedNote()).toBeVisible();
  await waitForAnswerText("One two three");
  await composer().fill("Next");
  await expect.element(sendButton()).not.toHaveAttribute("aria-disabled");
  await expect.element(page.getByRole("button", { name: "Chat settings" })).not.toHaveAttribute("aria-disabled");

  const fragment = location.hash;
  await cleanup();
  await renderApp(fragment);
  await expect.element(stoppedNote()).toBeVisible();
  await waitForAnswerText("One two three");
  await sendMessage("Go on");
  await eventually(() => chat.answers.length).toBe(2);
  expect(chat.answers[1]?.request.messages).toContainEqual(
    expect.objectContaining({ role: "assistant", content: "One two three" }),
  );
});
