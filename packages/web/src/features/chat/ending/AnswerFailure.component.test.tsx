import { chatTexts } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import {
  alerts,
  alertWithText,
  answerChatPosts,
  answers,
  type ChatRefusal,
  getScrollArea,
  lastAnswer,
  loseChats,
  questions,
  refuseChats,
  sendMessage,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, eventually } from "../../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../../testing/stubChat.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { getPerson, stubConfig, stubSession } from "../../../testing/stubServer.ts";

const busy: ChatRefusal = { status: 429, message: "The model is busy.", code: "rateLimited" };
const failed: ChatRefusal = { status: 502, message: "The model’s server reported an error.", code: "providerFailed" };

/** From now on, time passes only with `vi.advanceTimersByTimeAsync`. */
const stopTime = () =>
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });

afterEach(() => void vi.useRealTimers());

const retryButton = () => lastAnswer().getByRole("button", { name: "Try again" });
const sentence = () => lastAnswer().getByText(chatTexts.failed);

test("[C2.57] [C8.18] a failure of the model's server replaces the placeholder by the sentence with its reason, is said once, and the next try replaces it", async () => {
  stubAnswers("Now it does.");
  const released = Promise.withResolvers<void>();
  const accept = answerChatPosts(async () => {
    await released.promise;
    return Response.json({ ...failed, success: false, requestId: "refused" }, { status: failed.status });
  });
  await renderApp();
  await sendMessage("Will it work?");
  await expect.element(lastAnswer().getByText("Waiting for the answer")).toBeVisible();
  released.resolve();
  await expect.element(lastAnswer().getByText(failed.message)).toBeVisible();
  await waitForAnswerEnd();
  await expect.element(stopButton()).not.toBeInTheDocument();
  await expect.element(page.getByRole("status").filter({ hasText: failed.message })).toBeInTheDocument();
  // Not awaited: a notice closes by itself.
  const unwanted = [alerts(), page.getByText("Bad Gateway")];
  expect(unwanted.map((text) => text.elements().length)).toEqual([0, 0]);
  await expect.element(composer()).toHaveValue("");
  await expect.element(sentence()).toBeVisible();
  await expect.element(lastAnswer().getByText("Waiting for the answer")).not.toBeInTheDocument();
  accept();
  await retryButton().click();
  await waitForAnswerText("Now it does.");
  await waitForAnswerEnd();
  expect([questions().elements().length, answers().elements().length]).toEqual([1, 1]);
  await expect.element(page.getByText(chatTexts.failed)).not.toBeInTheDocument();
});

test("at a limit the card alone says how long to wait, its details do not contradict it, and the next try, which starts by itself, replaces it", async () => {
  stubAnswers("Now it does.");
  const released = Promise.withResolvers<void>();
  const accept = answerChatPosts(async () => {
    await released.promise;
    const refusal = { success: false, message: busy.message, code: busy.code, requestId: "refused" };
    return Response.json(refusal, { status: 429, headers: { "retry-after": "40" } });
  });
  await renderApp();
  await sendMessage("Will it work?");
  await expect.element(lastAnswer().getByText("Waiting for the answer")).toBeVisible();
  stopTime();
  released.resolve();
  await expect.element(lastAnswer().getByText(busy.message)).toBeVisible();
  await waitForAnswerEnd();
  await expect.element(lastAnswer().getByText(/^Trying again in (42|41|40|39|38) s\.$/)).toBeVisible();
  await expect.element(page.getByRole("status").filter({ hasText: busy.message })).toBeInTheDocument();
  await lastAnswer().getByText("Details", { exact: true }).click();
  await expect.element(lastAnswer().getByRole("button", { name: /^Request .+, copy$/ })).toBeVisible();
  // Not awaited: a notice closes by itself, and the card with its details goes away with the next try.
  const unwanted = [sentence(), lastAnswer().getByText("rateLimited"), page.getByText("Too Many Requests"), alerts()];
  expect(unwanted.map((text) => text.elements().length)).toEqual([0, 0, 0, 0]);

  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(lastAnswer().getByText(/^Trying again in (22|21|20|19|18|17) s\.$/)).toBeVisible();
  accept();
  await vi.advanceTimersByTimeAsync(23_000);
  vi.useRealTimers();
  await waitForAnswerText("Now it does.");
  await waitForAnswerEnd();
  expect([questions().elements().length, answers().elements().length]).toEqual([1, 1]);
});

test("who cancels the countdown decides when to try again, and the keyboard stays where the person is", async () => {
  stubAnswers("Asked.");
  const accept = refuseChats({ ...busy, retryAfterSeconds: 40 });
  await renderApp();
  stopTime();
  await sendMessage("Not by itself?");
  const announcement = page.getByRole("status").filter({ hasText: busy.message });
  await expect.element(announcement.getByText(/Trying again in 4\d seconds\.$/)).toBeInTheDocument();
  lastAnswer().getByRole("button", { name: "Cancel" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(lastAnswer().getByRole("timer")).not.toBeInTheDocument();
  await expect.element(retryButton()).toHaveFocus();
  await expect.element(sentence()).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(sentence()).not.toBeInTheDocument();
  accept();
  await userEvent.keyboard("{Enter}");
  await expect.element(composer()).toHaveFocus();
  vi.useRealTimers();
  await waitForAnswerText("Asked.");
});

test("where the model is busy for long, the card says when to try again, also after a reload, and lets the person do so then", async () => {
  stubChat();
  refuseChats({ ...busy, retryAfterSeconds: 3_600 });
  await renderApp();
  await sendMessage("Later?");
  const waitText = () => lastAnswer().getByText(/^You can try again (on \w+ \d+ )?at \d\d:\d\d\.$/);
  await expect.element(waitText()).toBeVisible();
  await expect.element(retryButton()).toHaveAttribute("aria-disabled", "true");
  await waitForAnswerEnd();
  const fragment = location.hash;
  await cleanup();
  stopTime();
  await renderApp(fragment);
  await expect.element(waitText()).toBeVisible();
  await expect.element(retryButton()).toHaveAttribute("aria-disabled", "true");
  // When the time has come, the focus stays, and no other time to wait appears.
  const details = lastAnswer().getByText("Details", { exact: true });
  details.element().focus();
  vi.setSystemTime(Date.now() + 3_630_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(retryButton()).not.toHaveAttribute("aria-disabled");
  await expect.element(sentence()).not.toBeInTheDocument();
  expect(details.element().closest("summary")).toBe(document.activeElement);
});

test.each([
  "The model’s server is starting. Please try again in a moment.",
  chatTexts.keyRejected,
  "The chat is too long for this model. Please shorten it, or start a new one.",
])(
  "a reason that says what to do is not contradicted by the sentence, also not in the details: %s",
  async (message) => {
    stubChat();
    refuseChats({ ...failed, message });
    await renderApp();
    await sendMessage("And now?");
    await expect.element(lastAnswer().getByText(message)).toBeVisible();
    await lastAnswer().getByText("Details", { exact: true }).click();
    await expect.element(lastAnswer().getByRole("button", { name: /^Request .+, copy$/ })).toBeVisible();
    await expect.element(sentence()).not.toBeInTheDocument();
  },
);

test("the card offers another model, which answers in place of the failure", async () => {
  const chat = stubAnswers("From the small one.");
  const accept = refuseChats(failed);
  await renderApp();
  await sendMessage("Will it work?");
  await expect.element(lastAnswer().getByText(failed.message)).toBeVisible();
  await waitForAnswerEnd();
  accept();
  await lastAnswer().getByRole("button", { name: "Try another model" }).click();
  await page.getByRole("listbox", { name: "Models" }).getByRole("option", { name: "scripted-small" }).click();
  await waitForAnswerText("From the small one.");
  await expect.element(lastAnswer()).toHaveAttribute("aria-label", "scripted-small");
  expect(chat.answers.map(({ request }) => request.model)).toEqual(["local/scripted-small"]);
  expect(answers().elements()).toHaveLength(1);
  await expect.element(page.getByRole("banner").getByText("scripted-large")).toBeVisible();
});

test("on a phone a failure does not move what somebody reads further up", async () => {
  stubChat();
  const released = Promise.withResolvers<void>();
  answerChatPosts(async () => {
    await released.promise;
    return Response.json({ success: false, ...failed, requestId: "refused" }, { status: failed.status });
  });
  await storeLocalConversations(
    createConversation({ messages: createBranch(["First?", "A line of the answer.\n\n".repeat(80)]) }),
  );
  await page.viewport(390, 844);
  await renderApp("#c=stored");
  await expect.element(questions()).toBeInTheDocument();
  await sendMessage("Second?");
  await expect.element(lastAnswer().getByText("Waiting for the answer")).toBeVisible();
  await userEvent.wheel(getScrollArea(), { delta: { y: -10_000 } });
  await expect.element(page.getByRole("button", { name: "Scroll to the end" })).toBeVisible();
  await eventually(() => getScrollArea().scrollTop).toBe(0);
  const { top } = boxOf(questions().first());
  expect(top).toBeGreaterThan(0);
  released.resolve();
  await expect.element(page.getByRole("status").filter({ hasText: failed.message })).toBeInTheDocument();
  expect(boxOf(questions().first()).top).toBe(top);
});

test.each(["local", "cloud"] as const)(
  "[C8.18] where the call itself fails, the alert says so and covers no control, the conversation is unchanged and the text is restored (%s)",
  async (defaultStorage) => {
    stubConfig({ defaultStorage });
    stubCloud();
    const chat = stubAnswers("Here.");
    const accept = loseChats();
    await renderApp();
    const text = `Does anybody hear me?${"\nI am here.".repeat(30)}`;
    await sendMessage(text);
    await expect.element(alertWithText(chatTexts.unavailable)).toBeVisible();
    expect(alerts().elements()).toHaveLength(1);
    await expect.element(composer()).toHaveValue(text);
    await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
    await expect.element(questions()).not.toBeInTheDocument();
    const form = page.getByRole("form", { name: "Message" });
    await eventually(() => boxOf(form).height).toBeGreaterThanOrEqual(400);
    await eventually(() => boxOf(alerts()).bottom <= boxOf(form).top).toBe(true);

    accept();
    await composer().click();
    await userEvent.keyboard("{Enter}");
    await eventually(() => chat.answers.length).toBe(1);
    expect(chat.answers[0]?.request.options?.storage).toBe(defaultStorage);
    await expect.element(questions()).toBeVisible();
    await waitForAnswerEnd();
    expect(questions().elements()).toHaveLength(1);
  },
);

test("[C7.46] without a chat endpoint an error tells the administrator to set it, its path is not shown, and the text is kept", async () => {
  stubConfig({ chatEndpoint: "" });
  await renderApp();
  await sendMessage("Is anybody there?");
  const text =
    "The chat endpoint isn’t configured. Please ask your administrator to set the endpoint setting (CHAT_ENDPOINT).";
  await expect.element(alertWithText(text)).toBeVisible();
  expect(alerts().element().textContent).not.toContain("/chat");
  await expect.element(composer()).toHaveValue("Is anybody there?");
  await expect.element(questions()).not.toBeInTheDocument();
});

test("where the model's server rejects the key, an administrator reads what to do, and opens the place", async () => {
  stubSession({ user: { ...getPerson(), isAdmin: true } });
  stubChat();
  refuseChats({ ...failed, message: chatTexts.keyRejected });
  await renderApp();
  await sendMessage("Hello?");
  await expect
    .element(lastAnswer().getByText(/^The model’s server rejected the key\. Connect the server/))
    .toBeVisible();
  await expect.element(lastAnswer().getByText(/ask your administrator|try again in a minute/)).not.toBeInTheDocument();
  await lastAnswer().getByRole("button", { name: "Connect a model" }).click();
  await expect.element(page.getByRole("dialog", { name: "Connect a model" })).toBeVisible();
});

test("a message refused because nobody was signed in no longer asks for a sign-in once somebody is", async () => {
  stubAnswers("Yes.");
  const accept = refuseChats({ status: 401, message: "Please sign in.", code: "unauthenticated" });
  await renderApp();
  await sendMessage("Is anybody there?");
  await expect.element(lastAnswer().getByText("You were signed out before this message was answered.")).toBeVisible();
  await expect.element(page.getByText("Please sign in.")).not.toBeInTheDocument();
  accept();
  await retryButton().click();
  await waitForAnswerText("Yes.");
});
