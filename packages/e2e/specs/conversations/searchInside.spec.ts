import { searchMessages } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { keepLocal, localConversation } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { failOp } from "../../support/interceptOp.ts";
import { openStage } from "../../support/openStage.ts";
import { listOf, names, openWorkspace, panelOf, see, soon } from "../../support/screen.ts";

const stage = openStage();

describe("searching inside messages", () => {
  test("shows the passage with the words marked, and leads to the message", async () => {
    const { page, userId } = await stage.enter();
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("one", "Physics"), localConversation("two", "Biology")]);
    await page.reload();
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("answer biology");
    const hit = listOf(page).getByRole("button", { name: /^Biology.*Answer of Biology/ });
    await hit.waitFor();
    expect(await names(page)).toEqual([]);
    expect((await hit.locator("mark").allTextContents()).map((text) => text.toLowerCase())).toEqual([
      "answer",
      "biology",
    ]);
    await checkAxe(page, "a search in messages");
    await search.press("ArrowDown");
    await hit.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await see(page.getByRole("log"), "Answer of Biology");
    expect(new URL(page.url()).hash).toBe("#c=two&m=two-a");
  });

  test("says when no message has the words", async () => {
    const { page, userId } = await stage.enter();
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("one", "Physics")]);
    await page.reload();
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("heron");
    await see(panelOf(page), "No data.");
    await see(panelOf(page), "No conversation has “heron” in its name.");
    await see(panelOf(page), "No message has “heron”.");
    await search.fill("Physics");
    await soon(() => names(page)).toEqual(["Physics"]);
    await listOf(page).getByRole("heading", { name: "In messages" }).waitFor();
  });

  test("says that the cloud could not be searched, and keeps what was found here", async () => {
    const { page, userId } = await stage.enter();
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("one", "Physics")]);
    await failOp(page, searchMessages, "Not now");
    await page.reload();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("question");
    await listOf(page)
      .getByRole("button", { name: /^Physics.*Question of Physics/ })
      .waitFor();
    await see(listOf(page), "The messages in the cloud could not be searched.");
  });
});
