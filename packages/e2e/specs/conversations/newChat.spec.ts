import { getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { changeStorage } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { pauseOp } from "../../support/interceptOp.ts";
import {
  ask,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  readConversationNames,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const newChatText = "Start a new conversation.";

test("a new chat in another tab stays empty when this one sends, and keeps the text typed there; the storage of new conversations is remembered over a reload", async () => {
  const { context, page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const otherTab = await context.newPage();
  await openWorkspace(otherTab, fixture.url);
  await composer(otherTab).fill("Not sent yet");
  const region = page.getByRole("region", { name: "New conversation" });
  await changeStorage(page, region.getByRole("button", { name: /^This browser,/ }), "Cloud");
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  await ask(page, "Sent from the first tab");
  await expectEventually(() => readConversationNames(otherTab)).toHaveLength(1);
  await expectVisible(otherTab, newChatText);
  await composer(otherTab).waitFor();
  expect(await composer(otherTab).inputValue()).toBe("Not sent yet");
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
