import { expect, test } from "vitest";
import { openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("if the first new chat cannot be moved to the cloud, a notice says so, and the question stays", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await page.route("**/assets/createActions-*.js*", (route) => route.abort());
  await openWorkspace(page, fixture.url);
  const question = page.getByRole("group", { name: "Where should your chats be stored?" });
  const cloudButton = question.getByRole("button", { name: /^Cloud/ });
  const readSelection = () => page.evaluate((key) => localStorage.getItem(key), `lectern.${userId}.storageSelection`);
  await cloudButton.click();
  await page.getByRole("alert").filter({ hasText: "couldn’t be loaded" }).waitFor();
  expect(await readSelection()).toBeNull();
  await page.unroute("**/assets/createActions-*.js*");
  await page.reload();
  await cloudButton.click();
  await question.waitFor({ state: "detached" });
  expect(await readSelection()).toBe("future-cloud");
});
