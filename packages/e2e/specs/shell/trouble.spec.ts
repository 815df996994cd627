import { expect, test } from "vitest";
import { alertWithText, ask, composer, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

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
