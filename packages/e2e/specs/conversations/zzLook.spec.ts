import { test } from "vitest";
import { keepLocal, localConversation } from "../../support/browserStorage.ts";
import { chooseForAll, folderOf, giveFolders, keepGroupFolder } from "../../support/folders.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import { chooseFor, openWorkspace, rowOf } from "../../support/screen.ts";

const stage = openStage();
test.each([["light", "wide"], ["light", "narrow"]] as const)("look %s %s", async (theme, width) => {
  const isNarrow = width === "narrow";
  const { page, userId, api } = await stage.enter(isNarrow ? { viewport: narrow, hasTouch: true } : {});
  await giveFolders(api, [
    { id: "c", name: "Course TA-101" },
    { id: "p", name: "Pinned folder", pinned: true },
    { id: "l", name: "A folder with quite a long name that does not fit" },
  ]);
  await openWorkspace(page, stage.url);
  if (theme === "light") await page.getByRole("button", { name: /light/i }).first().click();
  await keepGroupFolder(page, userId, "shared", "Group folder");
  const day = 86_400_000;
  await keepLocal(page, userId, [
    localConversation("one", "Thermodynamics II", { folderId: "c", tags: ["physics"] }),
    localConversation("two", "Grant budget of next year and more", { folderId: "c", tags: ["grants", "draft"] }),
    localConversation("three", "Herons at the quay", { tags: ["biology"], updatedAt: new Date().toISOString() }),
    localConversation("four", "A conversation with a very long name that is cut", {
      tags: ["a long tag here"],
      updatedAt: new Date(Date.now() - day).toISOString(),
    }),
    localConversation("five", "Plain", { updatedAt: new Date(Date.now() - day).toISOString() }),
  ]);
  await page.goto(`${stage.url}/#c=three`);
  await page.reload();
  const shot = (name: string) => page.screenshot({ path: `/tmp/w2shots/${theme}-${width}-${name}.png` });
  if (isNarrow) await page.getByRole("button", { name: "Open the side panel" }).click();
  await folderOf(page, "Course").click();
  await rowOf(page, "Thermodynamics II").waitFor();
  await page.waitForTimeout(400);
  await shot("list");
  if (!isNarrow) {
    const [from, to] = [await rowOf(page, "Plain").boundingBox(), await folderOf(page, "Pinned").boundingBox()];
    if (from && to) {
      await page.mouse.move(from.x + 30, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y + 2, { steps: 3 });
      await page.mouse.move(to.x + 60, to.y + 12, { steps: 6 });
      await page.waitForTimeout(300);
      await shot("drag");
      await page.keyboard.press("Escape");
      await page.mouse.up();
    }
  }
  await chooseFor(page, "Plain", "Move to folder…");
  await page.waitForTimeout(500);
  await shot("file");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await chooseFor(page, "Grant budget of next year and more", "Tags…");
  await page.waitForTimeout(500);
  await shot("tags");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await page.getByRole("button", { name: "Actions for all conversations" }).click();
  await page.waitForTimeout(400);
  await shot("menu");
  await page.keyboard.press("Escape");
  await chooseForAll(page, "Select several");
  await page.getByRole("checkbox", { name: "Plain (" }).click();
  await page.getByRole("checkbox", { name: "Herons" }).click();
  await page.waitForTimeout(300);
  await shot("checking");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("answer of");
  await page.waitForTimeout(1200);
  await shot("search");
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("#g");
  await page.waitForTimeout(700);
  await shot("tagsearch");
});
