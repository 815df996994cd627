import { createConversation, openConversation } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { openPages } from "../../support/browser/openPages.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import {
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/pages/screen.ts";
import { type RunningLectern, startLectern } from "../../support/servers/startLectern.ts";

let lectern: RunningLectern;
let models: ModelServer;
beforeAll(async () => {
  [lectern, models] = await Promise.all([
    startLectern({}, { template: await getPreparedDataFolder() }),
    startModelServer(),
  ]);
});
afterAll(() => Promise.all([lectern?.close(), models?.close()]));
// The first person on a server without a model may connect one.
const pages = openPages(() => lectern.url);

test("[C2.55] a dialog has a title, close, cancel and submit and closes on a click outside; a model is chosen from a list; slow operations cover the page with a message; axe finds no serious violation in the dialog", async () => {
  const { page, api } = await pages.openSignedIn();
  await openWorkspace(page, lectern.url);
  const dialog = page.getByRole("dialog", { name: "Connect a model" });
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  const openDialog = async () => {
    await page.getByRole("button", { name: "Connect a model" }).click();
    await dialog.waitFor();
  };

  await openDialog();
  await dialog.getByRole("heading", { name: "Connect a model" }).waitFor();
  await dialog.getByRole("textbox", { name: "Address" }).fill(models.url);
  await button("Close").click();
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await button("Cancel").click();
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await page.mouse.click(4, 4);
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await checkAxe(page, "the dialog that connects a model");
  // On a narrow screen it fills the window, and everything can still be reached.
  await page.setViewportSize(narrowViewport);
  await expectEventually(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...narrowViewport });
  expect((await button("Test").boundingBox())?.y).toBeLessThan(narrowViewport.height);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The typed text survives each way of closing.
  expect(await dialog.getByRole("textbox", { name: "Address" }).inputValue()).toBe(models.url);
  await button("Test").click();
  await dialog.getByRole("checkbox", { name: "scripted-large" }).waitFor();
  await button("Save").click();
  await dialog.waitFor({ state: "hidden" });

  const selector = page.getByRole("combobox", { name: "Model" });
  await selector.click();
  const options = page.getByRole("option");
  await expectEventually(() => options.count()).toBe(3);
  const smallModelOption = options.filter({ hasText: "scripted-small" });
  await smallModelOption.click();
  await expectEventually(() => selector.inputValue()).toBe("scripted-small");

  const messages = [{ id: "m-1", role: "user" as const, content: "Kept far away" }];
  await api.call(createConversation, { conversation: { id: "slow", name: "Slow one", messages } });
  await page.reload();
  await conversationRow(page, "Slow one").waitFor();
  const { reached, release } = await pauseOp(page, openConversation);
  await conversationRow(page, "Slow one").click();
  await reached;
  const overlay = page.getByRole("status").filter({ hasText: "Loading Conversation..." });
  await overlay.waitFor();
  // The overlay covers the whole window, so nothing below it can be clicked.
  const size = page.viewportSize();
  const coveredBox = await overlay.evaluate((card) => card.parentElement?.getBoundingClientRect().toJSON());
  expect(coveredBox).toMatchObject({ x: 0, y: 0, ...size });
  release();
  await expectVisible(page.getByRole("log"), "Kept far away");
  await overlay.waitFor({ state: "detached" });
  await composer(page).waitFor();
});
