import { chatTexts } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { generateWords, smallModelAnswer } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  chooseStorage,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  readAnswerText,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
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

const fixture = createWorkspaceFixture();

const failureText = "Error communicating with the server. Please try again in a minute.";
const unavailableText = "The chat service is currently unavailable. Please try again in a minute.";

/** The sentence is folded where a countdown runs, so that only one time to wait is shown. */
async function expectFoldedSentence(page: Page): Promise<void> {
  await expectVisible(lastAnswer(page), /^Trying again in \d+ s\.$/);
  const sentence = lastAnswer(page).getByText(failureText);
  expect(await sentence.isVisible()).toBe(false);
  await lastAnswer(page).getByText("Details", { exact: true }).press("Enter");
  await sentence.waitFor();
  await lastAnswer(page)
    .getByRole("button", { name: /^Request .+, copy$/ })
    .waitFor();
}

/**
 * Expects that the last answer is a failure with this reason, and that one notice shows the status. Screen readers get
 * the reason with it.
 */
async function expectFailure(page: Page, status: string, reason: string): Promise<void> {
  await alertWithText(page, reason).waitFor();
  await expectVisible(lastAnswer(page), reason);
  await waitForAnswerEnd(page);
  expect(await stopButton(page).count()).toBe(0);
  expect(await alerts(page).count()).toBe(1);
  expect(await alerts(page).textContent()).toBe(`${reason}Server: ${status}`);
  const reasonBox = await alerts(page).getByText(reason, { exact: true }).boundingBox();
  expect(reasonBox?.width).toBeLessThanOrEqual(1);
  expect((await alerts(page).getByText(status).boundingBox())?.width).toBeGreaterThan(50);
  expect(await composer(page).inputValue()).toBe("");
}

/** True if the notice is above the message form, and the form's field has grown to its full height. */
async function isNoticeAboveForm(page: Page): Promise<boolean> {
  const box = (part: Locator) => part.boundingBox().then((found) => found ?? { y: 0, height: 0 });
  const [notice, form] = [await box(alerts(page)), await box(page.getByRole("form", { name: "Message" }))];
  return notice.y > 0 && form.height >= 400 && notice.y + notice.height <= form.y;
}

describe("before the first token", () => {
  test("[C2.57] [C8.18] a failure of the model's server replaces the placeholder by the sentence with its reason, with one notice, and the next try, which starts by itself, replaces the failure", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await page.clock.install();
    await openNewConversation(page, fixture.url);
    const released = Promise.withResolvers<void>();
    await page.route("**/chat", async (route) => {
      await released.promise;
      await route.continue();
    });
    await send(page, "Will it work? [[status: 429; retry-after: 7]]");
    await expectVisible(lastAnswer(page), "Waiting for the answer");
    released.resolve();
    await expectFailure(page, "Too Many Requests", "The model is busy.");
    await expectFoldedSentence(page);
    expect(await lastAnswer(page).getByText("rateLimited").count()).toBe(0);
    expect(await lastAnswer(page).getByText("Waiting for the answer").count()).toBe(0);

    await expectVisible(lastAnswer(page), /^Trying again in [6-9] s\.$/);
    models.script({ answer: "Now it does." }, "scripted-large");
    await page.clock.runFor(10_000);
    await waitForAnswerText(page, "Now it does.");
    expect(await alerts(page).count()).toBe(0);
    await waitForAnswerEnd(page);
    expect(await questions(page).count()).toBe(1);
    expect(await answers(page).count()).toBe(1);
    expect(await page.getByText(failureText).count()).toBe(0);

    await send(page, "And now? [[status: 429]]");
    await expectVisible(lastAnswer(page), "The model is busy. Please try again in a moment.");
    await alertWithText(page, "The model is busy.").waitFor();
    // The reason says when to try again, so the sentence does not contradict it.
    expect(await lastAnswer(page).getByText(failureText).isVisible()).toBe(false);
  });

  test("the card offers another model, which answers in place of the failure", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await send(page, "Will it work? [[status: 500]]");
    await expectVisible(lastAnswer(page), "The model’s server reported an error.");
    await waitForAnswerEnd(page);
    await lastAnswer(page).getByRole("button", { name: "Try another model" }).click();
    await page.getByRole("listbox", { name: "Models" }).getByRole("option", { name: "scripted-small" }).click();
    await expectEventually(() => lastAnswer(page).getAttribute("aria-label")).toBe("scripted-small");
    await waitForAnswerText(page, smallModelAnswer);
    expect(await answers(page).count()).toBe(1);
    await expectVisible(page.getByRole("banner"), "scripted-large");
  });

  test("on a phone the notice with the status is one short line that covers neither the question nor the card, and closes by itself", async () => {
    const { page } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    await page.clock.install();
    await openNewConversation(page, fixture.url);
    await send(page, "Will it work? [[status: 500]]");
    await alertWithText(page, "The model’s server reported an error.").waitFor();
    await waitForAnswerEnd(page);
    const readBox = async (element: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
      return { left: x, top: y, right: x + width, bottom: y + height };
    };
    const notice = await readBox(alerts(page));
    expect(notice.bottom - notice.top).toBeLessThanOrEqual(48);
    const others = [
      questions(page).getByText("Will it work?"),
      lastAnswer(page).getByText("The model’s server reported an error."),
      lastAnswer(page).getByRole("button", { name: "Try again" }),
      lastAnswer(page).getByRole("button", { name: /^More actions/ }),
      page.getByRole("form", { name: "Message" }),
    ];
    for (const other of await Promise.all(others.map(readBox))) {
      const isCovered =
        notice.left < other.right &&
        notice.right > other.left &&
        notice.top < other.bottom &&
        notice.bottom > other.top;
      expect(isCovered).toBe(false);
    }
    await page.clock.runFor(7_000);
    await expectEventually(() => alerts(page).count()).toBe(0);
  });

  test("a retry closes the notice, and tries that failed without text are no versions of the answer, also after a reload", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await page.clock.install();
    await openNewConversation(page, fixture.url, "cloud");
    await send(page, "Will it work? [[status: 503; retry-after: 60]]");
    await alertWithText(page, "The model’s server is overloaded.").waitFor();
    const tryNow = lastAnswer(page).getByRole("button", { name: "Try now" });
    await tryNow.waitFor();
    await expectVisible(lastAnswer(page), "The model’s server is overloaded.");
    await page.route("**/chat", async (route) => {
      await expectEventually(() => alerts(page).count()).toBe(0);
      await route.continue();
    });
    const callsBefore = listLargeModelChats(models).length;
    await tryNow.click();
    await expectEventually(() => listLargeModelChats(models).length).toBe(callsBefore + 1);
    await tryNow.waitFor();
    models.script({ answer: "Now it does." }, "scripted-large");
    await tryNow.click();
    await waitForAnswerText(page, "Now it does.");
    await waitForAnswerEnd(page);
    expect(await alerts(page).count()).toBe(0);
    await page.reload();
    await waitForAnswerText(page, "Now it does.");
    expect(await page.getByRole("group", { name: "Versions of the answer" }).count()).toBe(0);
  });

  test("a failure stays in its conversation over a reload, and the next question does not send it", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    await send(page, "First [[status: 500]]");
    await expectFailure(page, "Bad Gateway", "The model’s server reported an error.");
    // Nothing is folded: the sentence contradicts nothing here.
    await expectVisible(lastAnswer(page), failureText);
    await lastAnswer(page).getByText("Details", { exact: true }).click();
    await lastAnswer(page)
      .getByRole("button", { name: /^Request .+, copy$/ })
      .waitFor();
    await page.reload();
    await expectVisible(lastAnswer(page), failureText);
    await ask(page, "Second [[answer: Here.]]");
    await waitForAnswerText(page, "Here.");
    await page.reload();
    await waitForAnswerText(page, "Here.");
    const sentTexts =
      listLargeModelChats(models)
        .at(-1)
        ?.body?.messages?.map(({ content }) => content) ?? [];
    expect(sentTexts.slice(1)).toEqual(["First [[status: 500]]", "Second [[answer: Here.]]"]);
  });

  test("[C8.18] where the call itself fails, the alert says so and covers no control, the conversation is unchanged and the text is restored", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    const text = `Does anybody hear me?${"\nI am here.".repeat(30)}`;
    for (const storage of ["local", "cloud"] as const) {
      await startNewChat(page);
      await expectVisible(page, "Start a new conversation.");
      await chooseStorage(page, storage);
      await page.route("**/chat", (route) => route.abort("connectionrefused"));
      await send(page, text);
      await alertWithText(page, unavailableText).waitFor();
      expect(await alerts(page).count()).toBe(1);
      await expectEventually(() => composer(page).inputValue()).toBe(text);
      await expectVisible(page, "Start a new conversation.");
      expect(await questions(page).count()).toBe(0);
      await expectEventually(() => isNoticeAboveForm(page)).toBe(true);

      await page.unroute("**/chat");
      await composer(page).press("Enter");
      await expectEventually(() => readAnswerText(lastAnswer(page))).toContain(
        "Scripted answer to: Does anybody hear me?",
      );
      await waitForAnswerEnd(page);
      expect(await questions(page).count()).toBe(1);
    }
  });

  test("[C7.46] without a chat endpoint an error tells the administrator to set it, its path is not shown, and the text is kept", async () => {
    const { page } = await fixture.openSignedIn();
    await page.route("**/api/session", async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      await route.fulfill({ json: { ...session, config: { ...session.config, chatEndpoint: "" } } });
    });
    await openWorkspace(page, fixture.url);
    await send(page, "Is anybody there?");
    await alertWithText(page, chatTexts.endpointMissing).waitFor();
    expect(chatTexts.endpointMissing).toMatch(/administrator to set the endpoint setting/);
    expect(await alerts(page).textContent()).not.toContain("/chat");
    await expectEventually(() => composer(page).inputValue()).toBe("Is anybody there?");
    expect(await questions(page).count()).toBe(0);
  });
});

test("[C8.22] a failure during the answer keeps the partial text, and the question can be retried", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  for (const { directive, reason, storage } of [
    { directive: "cut: 6", reason: "The connection to the model’s server was lost.", storage: "cloud" },
    { directive: "error: 6", reason: "The model’s server reported an error.", storage: "local" },
  ] as const) {
    await startNewChat(page);
    await expectVisible(page, "Start a new conversation.");
    await chooseStorage(page, storage);
    await send(page, `Tell me [[tokens: 30]] [[${directive}]]`);
    await expectVisible(lastAnswer(page), reason);
    await waitForAnswerEnd(page);
    const failureWithKeptText = `${generateWords(6)} ${reason} The text above was saved.`;
    await waitForAnswerText(page, failureWithKeptText);
    // The sentence would say the same again.
    await lastAnswer(page).getByText("Details", { exact: true }).click();
    await waitForAnswerText(page, `${failureWithKeptText} ${failureText}`);
    expect(await alerts(page).count()).toBe(0);

    await page.reload();
    await waitForAnswerText(page, failureWithKeptText);
    models.script({ answer: "Here is all of it." }, "scripted-large");
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForAnswerText(page, "Here is all of it.");
    await waitForAnswerEnd(page);
    await expectVisible(lastAnswer(page), "2 of 2");
    await page.getByRole("button", { name: "Earlier version" }).click();
    await waitForAnswerText(page, failureWithKeptText);
  }
});
