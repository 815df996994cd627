import { getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { answerStorageQuestion, changeStorage } from "../../support/pages/chatControls.ts";
import {
  ask,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const newChatText = "Start a new conversation.";

test("a new chat in another tab stays empty when this one sends, and keeps the text typed there; the storage of new conversations is remembered over a reload", async () => {
  const { context, page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const otherTab = await context.newPage();
  await openWorkspace(otherTab, fixture.url);
  await composer(otherTab).fill("Not sent yet");
  const region = page.getByRole("region", { name: "New chat" });
  await answerStorageQuestion(page, "This browser");
  await changeStorage(page, region.getByRole("button", { name: /^This browser,/ }), "Cloud");
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  await ask(page, "Sent from the first tab");
  await expectEventually(() => readConversationNames(otherTab)).toHaveLength(1);
  await expectVisible(otherTab, newChatText);
  await composer(otherTab).waitFor();
  await expectEventually(() => composer(otherTab).inputValue()).toBe("Not sent yet");
  expect(await questions(otherTab).count()).toBe(0);
  await otherTab.reload();
  await expectEventually(() => composer(otherTab).inputValue()).toBe("Not sent yet");
  await ask(otherTab, "Sent from the second tab");
  await expectEventually(() => readConversationNames(page)).toHaveLength(2);
  await expectVisible(page.getByRole("log"), "Sent from the first tab");
  expect(await questions(page).count()).toBe(1);

  // Neither new conversation is empty any more, so the page starts a new conversation before it knows the person's
  // flags.
  const pausedFlags = await pauseOp(page, getFeatureFlags);
  await page.goto(fixture.url);
  await pausedFlags.reached;
  await expectEventually(() => readConversationNames(page)).toHaveLength(2);
  expect(await region.count()).toBe(0);
  pausedFlags.release();
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
});

test("the first new chat asks where chats should be stored, once for all devices; the answer also moves this chat", async () => {
  const { page, userId, email } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const question = page.getByRole("group", { name: "Where should your chats be stored?" });
  const region = page.getByRole("region", { name: "New chat" });
  await question.waitFor();
  // The place is named once.
  expect(await region.getByRole("button", { name: /^This browser,/ }).count()).toBe(0);
  await checkAxe(page, "the question where chats are stored");
  await question.getByRole("button", { name: /^Cloud/ }).click();
  await question.waitFor({ state: "detached" });
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  expect(await page.evaluate((key) => localStorage.getItem(key), `lectern.${userId}.storageSelection`)).toBe(
    "future-cloud",
  );
  expect(await composer(page).evaluate((field) => field.matches(":focus"))).toBe(true);
  await page.reload();
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  expect(await question.count()).toBe(0);

  const { page: otherPage } = await fixture.openSignedIn({ email });
  await openWorkspace(otherPage, fixture.url);
  const otherRegion = otherPage.getByRole("region", { name: "New chat" });
  await otherRegion.getByRole("button", { name: /^Cloud,/ }).waitFor();
  const otherQuestion = otherPage.getByRole("group", { name: "Where should your chats be stored?" });
  expect(await otherQuestion.count()).toBe(0);
  // A change reaches the devices that are open.
  await changeStorage(otherPage, otherRegion.getByRole("button", { name: /^Cloud,/ }), "This browser");
  await region.getByRole("button", { name: /^This browser,/ }).waitFor();
});
