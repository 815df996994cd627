import { expect, test } from "vitest";
import { buildLocalConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  alertWithText,
  ask,
  composer,
  conversationRow,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const offlineText = "You’re offline. What you write stays here until you can send it.";

test("a server that does not answer at all is named, and retried on request; a bar is shown while there is no network; what is open can be read, and nothing typed is lost", async () => {
  const { page, context } = await fixture.openSignedIn();
  await page.route("**/api/session", (route) => route.abort());
  await page.goto(fixture.url);
  await page.getByRole("heading", { name: "The server couldn’t be reached" }).waitFor();
  await page.unroute("**/api/session");
  await page.getByRole("button", { name: "Try again" }).click();
  await composer(page).waitFor();

  await ask(page, "Before the network went");
  const sendButton = page.getByRole("button", { name: "Send message" });
  // The code of tooltips is loaded for the first one.
  await sendButton.hover();
  await page.getByRole("tooltip", { name: "Write a message first" }).waitFor();
  await composer(page).hover();
  await context.setOffline(true);
  await expectVisible(page, offlineText);
  await expectVisible(page.getByRole("log"), "Before the network went");
  await composer(page).fill("Typed without a network");
  // Sending is possible, because the server may be on the same computer.
  const offlineLabel = "Send message (you’re offline)";
  await page.getByRole("button", { name: offlineLabel, exact: true }).waitFor();
  expect(await sendButton.getAttribute("aria-disabled")).toBe(null);
  await sendButton.hover();
  await page.getByRole("tooltip", { name: offlineLabel, exact: true }).waitFor();
  await sendButton.click();
  const notice = alertWithText(page, "The message wasn’t sent. Send it again when you’re back online.");
  await notice.waitFor();
  expect((await notice.boundingBox())?.height).toBeGreaterThan(30);
  await sendButton.waitFor();
  expect(await composer(page).inputValue()).toBe("Typed without a network");

  await context.setOffline(false);
  await page.getByText(offlineText).waitFor({ state: "detached" });
  // By key, because a click this soon after the sending failed may be meant for Stop, and is not taken.
  await page.getByRole("button", { name: "Send message", exact: true }).press("Enter");
  await expectVisible(page.getByRole("log").getByRole("article", { name: "You" }), "Typed without a network");
  await page.getByRole("button", { name: "Send message" }).waitFor();
});

test("a conversation that cannot be rendered and a part whose code cannot be loaded say so in their places, and the rest of the page keeps working", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await page.route("**/assets/MoreTab-*", (route) => route.fulfill({ status: 404 }));
  await openWorkspace(page, fixture.url);
  const wholeConversation = buildLocalConversation("whole", "The whole one");
  const brokenConversation = buildLocalConversation("broken", "The broken one", {
    // A damaged disk or another program may leave a message without text.
    messages: wholeConversation.messages.map((message) => ({ ...message, content: 42 as unknown as string })),
    headId: "whole-a",
  });
  await storeLocalConversations(page, userId, [wholeConversation, brokenConversation]);
  await page.reload();
  await conversationRow(page, "The broken one").click();
  await page.getByRole("main").getByRole("heading", { name: "This chat couldn’t be shown" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Copy details" }).waitFor();
  await conversationRow(page, "The whole one").click();
  await expectVisible(page.getByRole("log"), "Answer of The whole one");

  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("heading", { name: "A newer version is available" }).waitFor();
  await sidePanel(page).getByRole("button", { name: "Copy details" }).waitFor();
  await ask(page, "The chat does not mind");

  await page.unroute("**/assets/MoreTab-*");
  await sidePanel(page).getByRole("button", { name: "Reload the page" }).click();
  await expectVisible(page.getByRole("log"), "The chat does not mind");
  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
});
