import { chatTexts } from "@lectern/contract";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  answerText,
  largeModelChats,
  lastAnswer,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openPages } from "../../support/openPages.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
} from "../../support/screen.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";

const fixture = createWorkspaceFixture();

const failed = "Error communicating with the server. Please try again in a minute.";
const unavailable = "The chat service is currently unavailable. Please try again in a minute.";

describe("before the first token", () => {
  test.each([
    { directive: "status: 500", statusText: "Bad Gateway", reason: "The model's server failed." },
    {
      directive: "status: 401",
      statusText: "Bad Gateway",
      reason: "The model's server did not accept our key. Please ask your administrator to check it.",
    },
    {
      directive: "status: 429; retry-after: 7",
      statusText: "Too Many Requests",
      reason: "The model is busy: its server asks us to wait.",
    },
  ])(
    "[C8.18] $directive from the model's server shows the sentence with its reason, and one notice",
    async (failure) => {
      const { models } = fixture.workspace;
      const { page } = await fixture.openSignedIn();
      await openNewConversation(page, fixture.url);
      await send(page, `Will it work? [[${failure.directive}]]`);
      await alertWithText(page, failure.statusText).waitFor();
      await expectVisible(lastAnswer(page), failed);
      await expectVisible(lastAnswer(page), failure.reason);
      await waitForAnswerEnd(page);
      expect(await stopButton(page).count()).toBe(0);
      expect(await alerts(page).count()).toBe(1);
      expect(await alerts(page).textContent()).toBe(
        `${failure.statusText}Your message was saved. The reason is shown below it.`,
      );
      expect(await composer(page).inputValue()).toBe("");

      models.script({ answer: "Now it does." }, "scripted-large");
      await page.getByRole("button", { name: "Try again" }).click();
      await waitForAnswerText(page, "Now it does.");
      await waitForAnswerEnd(page);
      expect(await questions(page).count()).toBe(1);
      expect(await answers(page).count()).toBe(1);
      expect(await page.getByText(failed).count()).toBe(0);
    },
  );

  test("[C8.18] a failure stays in its conversation over a reload, and the next question does not send it", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    await send(page, "First [[status: 500]]");
    await expectVisible(lastAnswer(page), failed);
    await ask(page, "Second [[answer: Here.]]");
    await waitForAnswerText(page, "Here.");
    await page.reload();
    await waitForAnswerText(page, "Here.");
    const sent =
      largeModelChats(models)
        .at(-1)
        ?.body?.messages?.map(({ content }) => content) ?? [];
    expect(sent.slice(1)).toEqual(["First [[status: 500]]", "Second [[answer: Here.]]"]);
  });

  test.each(["local", "cloud"] as const)(
    "[C8.18] where the call itself fails, the alert says so, a %s conversation is unchanged and the text is restored",
    async (storage) => {
      const { page } = await fixture.openSignedIn();
      await openNewConversation(page, fixture.url, storage);
      await page.route("**/chat", (route) => route.abort("connectionrefused"));
      await send(page, "Does anybody hear me?");
      await alertWithText(page, unavailable).waitFor();
      expect(await alerts(page).count()).toBe(1);
      await expectEventually(() => composer(page).inputValue()).toBe("Does anybody hear me?");
      await expectVisible(page, "Start a new conversation.");
      expect(await questions(page).count()).toBe(0);

      await page.unroute("**/chat");
      await composer(page).press("Enter");
      await expectEventually(() => answerText(lastAnswer(page))).toContain("Scripted answer to: Does anybody hear me?");
      expect(await questions(page).count()).toBe(1);
    },
  );

  test("a notice never covers the field and its buttons, however high the field is", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await page.route("**/chat", (route) => route.abort("connectionrefused"));
    await send(page, `Does anybody hear me?${"\nI am here.".repeat(30)}`);
    await alertWithText(page, unavailable).waitFor();
    await expectEventually(() => composer(page).inputValue()).toContain("I am here.");
    const box = (part: Locator) => part.boundingBox().then((found) => found ?? { y: 0, height: 0 });
    await expectEventually(async () => {
      const [notice, form] = [await box(alerts(page)), await box(page.getByRole("form", { name: "Message" }))];
      return notice.y > 0 && form.height >= 400 && notice.y + notice.height <= form.y;
    }).toBe(true);
  });

  test("[C2.57] a placeholder bubble is replaced by the error: its sentence and its lines", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    const released = Promise.withResolvers<void>();
    await page.route("**/chat", async (route) => {
      await released.promise;
      await route.continue();
    });
    await send(page, "Will it work? [[status: 429]]");
    await expectVisible(lastAnswer(page), "Waiting for the answer");
    released.resolve();
    await expectVisible(lastAnswer(page), failed);
    await expectVisible(
      lastAnswer(page),
      "The model is busy: its server asks us to wait. Please try again in a moment.",
    );
    expect(await lastAnswer(page).getByText("rateLimited").count()).toBe(0);
    expect(await lastAnswer(page).getByText("Waiting for the answer").count()).toBe(0);
  });
});

describe("during the answer", () => {
  test.each([
    { directive: "cut: 6", reason: "The connection to the model's server was lost.", storage: "local" },
    { directive: "cut: 6", reason: "The connection to the model's server was lost.", storage: "cloud" },
    { directive: "error: 6", reason: "The model's server failed.", storage: "local" },
  ] as const)(
    "[C8.22] $directive keeps the partial text in a $storage conversation, and the question can be retried",
    async ({ directive, reason, storage }) => {
      const { models } = fixture.workspace;
      const { page } = await fixture.openSignedIn();
      await openNewConversation(page, fixture.url, storage);
      await send(page, `Tell me [[tokens: 30]] [[${directive}]]`);
      await expectVisible(lastAnswer(page), failed);
      await expectVisible(lastAnswer(page), reason);
      await waitForAnswerEnd(page);
      const kept = `${words(6)} ${failed} ${reason} The text above was saved.`;
      await waitForAnswerText(page, kept);
      expect(await alerts(page).count()).toBe(0);

      await page.reload();
      await waitForAnswerText(page, kept);
      models.script({ answer: "Here is all of it." }, "scripted-large");
      await page.getByRole("button", { name: "Try again" }).click();
      await waitForAnswerText(page, "Here is all of it.");
      await expectVisible(lastAnswer(page), "2 of 2");
      await page.getByRole("button", { name: "Earlier version" }).click();
      await waitForAnswerText(page, kept);
    },
  );
});

describe("without a chat endpoint", () => {
  let workspace: Workspace;
  const pages = openPages(() => workspace.lectern.url);

  test("[C7.46] an error tells the administrator to set it, its path is not shown, and the text is kept", async () => {
    workspace = await startWorkspace("pglite", { CHAT_ENDPOINT: "" });
    try {
      const { page } = await pages.openSignedIn();
      await openWorkspace(page, workspace.lectern.url);
      await send(page, "Is anybody there?");
      await alertWithText(page, chatTexts.endpointMissing).waitFor();
      expect(chatTexts.endpointMissing).toMatch(/administrator to set the endpoint setting/);
      expect(await alerts(page).textContent()).not.toContain("/chat");
      await expectEventually(() => composer(page).inputValue()).toBe("Is anybody there?");
      expect(await questions(page).count()).toBe(0);
      await page.context().close();
    } finally {
      await workspace.close();
    }
  });
});
