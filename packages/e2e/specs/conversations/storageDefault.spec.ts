import { expect, test } from "vitest";
import { changeStorage } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture({ environment: { DEFAULT_CONVERSATION_STORAGE: "cloud" } });

test("where the institution has set the storage of new conversations, nobody is asked, and people can still change it", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const region = page.getByRole("region", { name: "New chat" });
  const cloudButton = region.getByRole("button", { name: /^Cloud,/ });
  await cloudButton.waitFor();
  expect(await page.getByText("Where should your chats be stored?").count()).toBe(0);
  await changeStorage(page, cloudButton, "This browser");
  await region.getByRole("button", { name: /^This browser,/ }).waitFor();
  await page.reload();
  await region.getByRole("button", { name: /^This browser,/ }).waitFor();
});
