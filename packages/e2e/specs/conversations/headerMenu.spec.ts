import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { waitForAnimations } from "../../support/checks/waitForAnimations.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("on a phone a menu is a sheet at the lower edge, and a tap above it only closes it", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  const newChatBox = await page.getByRole("banner").getByRole("button", { name: "New chat" }).boundingBox();
  await page.getByRole("button", { name: "More actions", exact: true }).tap();
  const menu = page.getByRole("menu");
  await menu.getByRole("menuitem", { name: "Delete" }).waitFor();
  await waitForAnimations(page);
  const box = await menu.boundingBox();
  expect(box).toMatchObject({ x: 0, width: narrowViewport.width });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(narrowViewport.height);
  // However long the finger stays down, the tap does not reach the button below the scrim.
  const session = await page.context().newCDPSession(page);
  const point = { x: (newChatBox?.x ?? 0) + 20, y: (newChatBox?.y ?? 0) + 20 };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await waitForAnimations(page);
  expect(await page.getByRole("menuitem", { name: "Delete" }).count()).toBe(1);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await menu.waitFor({ state: "detached" });
  expect(new URL(page.url()).hash).toBe("#c=one");
});
