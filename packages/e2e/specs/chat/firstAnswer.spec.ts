import { describe, expect, test } from "vitest";
import {
  captureChatRequest,
  chooseStorage,
  largeModelChats,
  lastAnswer,
  openNewConversation,
  sendButton,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  answers,
  ask,
  conversationList,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";

const modelKey = "key-of-the-scripted-server";
const fixture = createWorkspaceFixture({
  environment: { CHAT_ENDPOINT: "/answers", OPENAI_COMPATIBLE_API_KEY: modelKey },
});

const waiting = "Waiting for the answer";

describe("a question and its answer", () => {
  test("[C1.02] [C4.11] a placeholder is shown until the answer starts, and the answer can be stopped until it ends", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await expectVisible(page, "Start a new conversation.");
    models.pauseAfter(0);
    await send(page, "What is a river? [[answer: It is water that runs.]]");
    await models.whenPaused();
    await expectVisible(lastAnswer(page), waiting);
    await stopButton(page).waitFor();
    expect(await sendButton(page).count()).toBe(0);
    models.resume();
    await waitForAnswerText(page, "It is water that runs.");
    await waitForAnswerEnd(page);

    models.pauseAfter(3);
    await send(page, "And a lake? [[answer: It is water that rests.]]");
    await models.whenPaused();
    await waitForAnswerText(page, "It is water");
    expect(await lastAnswer(page).getByText(waiting).count()).toBe(0);
    await stopButton(page).waitFor();
    models.resume();
    await waitForAnswerText(page, "It is water that rests.");
    await waitForAnswerEnd(page);
    expect(await stopButton(page).count()).toBe(0);

    await send(page, "And a sea? [[status: 500]]");
    await expectVisible(lastAnswer(page), "The model's server failed.");
    await waitForAnswerEnd(page);
    expect(await stopButton(page).count()).toBe(0);
  });

  test.each(["local", "cloud"] as const)(
    "[C4.12] an empty answer is appended to a %s conversation, filled while it streams, and shown after a reload",
    async (storage) => {
      const { models } = fixture.workspace;
      const { page } = await fixture.openSignedIn();
      await openNewConversation(page, fixture.url, storage);
      models.pauseAfter(0);
      await send(page, "Count [[answer: one two three four]]");
      await models.whenPaused();
      expect(await questions(page).count()).toBe(1);
      expect(await answers(page).count()).toBe(1);
      await waitForAnswerText(page, "");
      models.reset();
      await waitForAnswerText(page, "one two three four");
      await waitForAnswerEnd(page);
      await expectVisible(conversationList(page), "A scripted title");

      await page.reload();
      await waitForAnswerText(page, "one two three four");
      await expectVisible(conversationList(page), "A scripted title");
      expect(await questions(page).count()).toBe(1);
      expect(await answers(page).count()).toBe(1);
      await ask(page, "Go on [[answer: five]]");
      await waitForAnswerText(page, "five");
      expect(
        largeModelChats(models)
          .at(-1)
          ?.body?.messages?.map(({ role, content }) => `${role}: ${content}`),
      ).toEqual([
        expect.stringMatching(/^system: /),
        "user: Count [[answer: one two three four]]",
        "assistant: one two three four",
        "user: Go on [[answer: five]]",
      ]);
    },
  );

  test("[C7.45] a question is posted to the configured endpoint as JSON with a bearer token, and its answer is streamed", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    models.pauseAfter(2);
    const { request } = await captureChatRequest(page, () => send(page, "Hello [[answer: Hello to you too]]"));
    expect(request.url()).toBe(`${fixture.url}/answers`);
    expect(await request.headerValue("content-type")).toBe("application/json");
    expect(await request.headerValue("authorization")).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    const response = await request.response();
    expect(await response?.headerValue("content-type")).toBe("text/event-stream; charset=utf-8");
    await waitForAnswerText(page, "Hello to");
    models.resume();
    await waitForAnswerText(page, "Hello to you too");
  });

  test("[C3.20] the model's server receives what is posted: the system prompt first, temperature, length and its own key", async () => {
    const { models, modelId } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await page.getByRole("button", { name: "Advanced settings" }).click();
    await page.getByRole("textbox", { name: "System prompt" }).fill("Speak like a ferryman.");
    const { body } = await captureChatRequest(page, () => ask(page, "Take me over [[answer: Aye.]]"));
    expect(body).toMatchObject({
      model: modelId,
      temperature: 1,
      max_tokens: 2048,
      stream: true,
      messages: [
        { role: "system", content: "Speak like a ferryman." },
        { role: "user", content: "Take me over [[answer: Aye.]]" },
      ],
      options: {
        requestId: expect.any(String),
        conversationId: new URLSearchParams(new URL(page.url()).hash.slice(1)).get("c"),
        timeZone: expect.any(String),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
    expect(JSON.stringify(body)).not.toContain(modelKey);
    const asked = largeModelChats(models).at(-1);
    expect(asked?.headers.authorization).toBe(`Bearer ${modelKey}`);
    expect(asked?.body).toMatchObject({
      model: "scripted-large",
      stream: true,
      temperature: 1,
      messages: [
        { role: "system", content: "Speak like a ferryman." },
        { role: "user", content: "Take me over [[answer: Aye.]]" },
      ],
    });
    expect(asked?.body?.max_tokens ?? asked?.body?.max_completion_tokens).toBe(2048);
  });

  test("a new conversation sends nothing of the previous one", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    await ask(page, "The word is heron [[answer: Understood.]]");
    await startNewChat(page);
    await expectVisible(page, "Start a new conversation.");
    await chooseStorage(page, "cloud");
    await ask(page, "Which word? [[answer: None.]]");
    await expectEventually(() => JSON.stringify(largeModelChats(models).at(-1)?.body)).toContain("Which word?");
    expect(JSON.stringify(largeModelChats(models).at(-1)?.body)).not.toContain("heron");
  });
});
