import { getAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { alerts, lastAnswer, refuseChats, sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, eventually } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { failOp, getPerson, stubConfig } from "../../../testing/stubServer.ts";

const chosen = () => page.getByRole("list", { name: "Assistant of this chat" });

test.each(["local", "cloud"] as const)(
  "a %s answer of an assistant that fails before it begins is by the assistant, also when it is tried again",
  async (storage) => {
    const course = { id: "Course_1", name: "Course" };
    stubAssistants([{ assistantId: "astgp/rules", name: "Rule guide", group: course, isPublished: true }]);
    stubConfig({ defaultStorage: storage });
    stubCloud();
    const chat = stubAnswers("At nine.");
    const endRefusals = refuseChats({ status: 500, code: "internal", message: "No." });
    await renderApp();
    await composer().fill("@Rule");
    await page.getByRole("option", { name: /^Rule guide/ }).click();
    await expect.element(chosen().getByText("Rule guide")).toBeVisible();
    await sendMessage("When does it open?");
    const tryAgain = lastAnswer().getByRole("button", { name: "Try again" });
    await expect.element(tryAgain).toBeVisible();
    const author = lastAnswer().getByRole("heading", { name: /Rule guide/ });
    await expect.element(author).toBeInTheDocument();
    endRefusals();
    await tryAgain.click();
    await expect.element(lastAnswer().getByText("At nine.")).toBeVisible();
    await waitForAnswerEnd();
    expect(chat.answers.map(({ request }) => request.options)).toMatchObject([{ assistantId: "astgp/rules", storage }]);
    await expect.element(author).toBeInTheDocument();
  },
);

test("on a phone the starter questions of an assistant are all seen, also beside the question where chats are stored, until a text is typed", async () => {
  await page.viewport(390, 844);
  stubConfig({ defaultStorage: null });
  const starters = ["Which rules apply?", "Who decides?", "Since when?"];
  stubAssistants([{ assistantId: "astp/rules", name: "Rule guide", data: { starters } }]);
  await renderApp();
  await composer().fill("@Rule");
  await page.getByRole("option", { name: /^Rule guide/ }).click();
  await expect.element(chosen().getByText("Rule guide")).toBeVisible();
  const starter = page.getByRole("button", { name: "Which rules apply?" });
  await expect.element(starter).toBeVisible();
  await expect.element(page.getByRole("group", { name: "Where should your chats be stored?" })).toBeVisible();
  const last = page.getByRole("button", { name: "Since when?" });
  // The line with the model, which does not scroll, is directly below them.
  await eventually(() => boxOf(last).bottom <= boxOf(page.getByRole("button", { name: "Advanced settings" })).top).toBe(
    true,
  );
  await composer().fill("When");
  await expect.element(starter).not.toBeInTheDocument();
});

test("an assistant that sends parts of the chat to other servers or uses the person’s accounts says so before the first message", async () => {
  const apiHosts = ["api.example.org", "b.org"];
  const integrations = ["google_calendar", "google_gmail"] as const;
  stubAssistants([
    { assistantId: "astp/rules", name: "Rule guide", fields: { apiHosts, integrations: [...integrations] } },
  ]);
  await renderApp();
  await composer().fill("@Rule");
  await page.getByRole("option", { name: /^Rule guide/ }).click();
  await expect.element(page.getByText("Can send parts of this chat to api.example.org and b.org.")).toBeVisible();
  await expect.element(page.getByText("Can use your Google Calendar and Gmail.")).toBeVisible();
});

test("a link to an assistant that somebody may not use says so and opens a plain new chat", async () => {
  failOp(getAssistant, "This assistant doesn’t exist, or you don’t have access to it.", {
    status: 404,
    code: "notFound",
  });
  await renderApp(`#assistant=${encodeURIComponent("astgp/secret")}`);
  const text = `You are signed in as ${getPerson().email}. This assistant doesn’t exist, or you don’t have access to it. Ask the person who sent the link to add this address.`;
  await expect.element(alerts().getByText(text)).toBeVisible();
  expect(location.hash).toBe("");
  await expect.element(composer()).toBeVisible();
  expect(chosen().elements()).toHaveLength(0);
});
