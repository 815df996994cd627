import { searchMessages } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import {
  conversationList,
  conversationNames,
  expectEventually,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

describe("searching inside messages", () => {
  test("shows the passage with the words marked, and opens the message", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [
      localConversation("one", "Physics"),
      localConversation("two", "Biology"),
    ]);
    await page.reload();
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("answer biology");
    const hit = conversationList(page).getByRole("button", { name: /^Biology.*Answer of Biology/ });
    await hit.waitFor();
    expect(await conversationNames(page)).toEqual([]);
    expect((await hit.locator("mark").allTextContents()).map((text) => text.toLowerCase())).toEqual([
      "answer",
      "biology",
    ]);
    await checkAxe(page, "a search in messages");
    await search.press("ArrowDown");
    await hit.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await expectVisible(page.getByRole("log"), "Answer of Biology");
    expect(new URL(page.url()).hash).toBe("#c=two&m=two-a");
  });

  test("says when no message contains the words", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [localConversation("one", "Physics")]);
    await page.reload();
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("heron");
    await expectVisible(sidePanel(page), "No data.");
    await expectVisible(sidePanel(page), "No conversation has “heron” in its name.");
    await expectVisible(sidePanel(page), "No message contains “heron”.");
    await search.fill("Physics");
    await expectEventually(() => conversationNames(page)).toEqual(["Physics"]);
    await conversationList(page).getByRole("heading", { name: "In messages" }).waitFor();
  });

  test("says that the cloud could not be searched, and still shows local results", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [localConversation("one", "Physics")]);
    await failOp(page, searchMessages, "Not now");
    await page.reload();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("question");
    await conversationList(page)
      .getByRole("button", { name: /^Physics.*Question of Physics/ })
      .waitFor();
    await expectVisible(conversationList(page), "The messages in the cloud could not be searched.");
  });
});
