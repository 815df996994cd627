import { createAssistant } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { createPrompts } from "../../support/content/createPrompts.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { createFolders } from "../../support/pages/folders.ts";
import { openPromptMenu, openPrompts, promptPanel, promptRow } from "../../support/pages/promptControls.ts";
import { ask, expectEventually, openWorkspace, sidePanel } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const openButtonName = { name: "Open the side panel" };

test("the code of the menus is loaded before they are opened, once the page is used", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  await page.mouse.move(500, 300);
  const listScripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    );
  for (const name of [
    "HeaderMenu",
    "HeaderMenuItems",
    "AccountMenu",
    "SidebarMenu",
    "SidebarRowMenu",
    "MessageMenu",
    "ModelMenu",
    "AssistantMenu",
  ])
    await expectEventually(listScripts).toContain(`/assets/${name}-`);
});

test("on a phone the list of a field opens as wide as its field, and the menus of documents, prompts, assistants, folders and drawings open inside the screen", async () => {
  const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true, isMobile: true });
  await createFolders(api, [{ id: "Course" }, { id: "Drafts", type: "prompt" }]);
  await createPrompts(api, { name: "My prompt", content: "Words" });
  await api.call(createAssistant, { name: "Rivers" });
  await openWorkspace(page, fixture.url);
  const items = page.getByRole("menu").locator("[role^=menuitem]");

  await openPrompts(page);
  await promptRow(page, "Summary with Quotations").tap();
  const list = page.getByRole("listbox", { name: "Number of points" });
  const field = page.getByRole("combobox", { name: "Number of points" });
  await field.tap();
  await list.waitFor();
  await expectEventually(async () => (await measureBox(list.locator(".."))).x).toBe((await measureBox(field)).x);
  expect((await measureBox(list.locator(".."))).width).toBe((await measureBox(field)).width);
  expect(await page.evaluate(() => innerWidth)).toBe(narrowViewport.width);
  await expectInsideScreen(page, list.getByRole("option"));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await promptPanel(page).getByRole("button", { name: "Prompt list options" }).tap();
  await expectInsideScreen(page, items);
  for (const name of ["My prompt", "Drafts"]) {
    await openPromptMenu(page, name);
    await expectInsideScreen(page, items);
  }
  await page.getByRole("tab", { name: "Assistants" }).tap();
  await page.getByRole("button", { name: "Actions for Rivers" }).tap();
  await expectInsideScreen(page, items);
  await page.keyboard.press("Escape");
  await page.getByRole("button", openButtonName).tap();
  await sidePanel(page).getByRole("button", { name: "Actions for Course" }).tap();
  await expectInsideScreen(page, items);
  await page.keyboard.press("Escape");
  await sidePanel(page).waitFor({ state: "hidden" });

  fixture.workspace.models.script({ answer: "```mermaid\ngraph TD\n  A --> B\n```" }, "scripted-large");
  await ask(page, "Draw it");
  const answer = lastAnswer(page);
  await answer.getByRole("img", { name: /^Diagram/ }).waitFor();
  await answer.getByRole("button", { name: "Download" }).tap();
  await expectInsideScreen(page, items);
  await page.getByRole("button", { name: "Attach documents" }).tap();
  await expectInsideScreen(page, items);
});

/** Expects that everything that a menu has opened is inside the screen, and closes the menu. */
async function expectInsideScreen(page: Page, opened: Locator): Promise<void> {
  const screen = page.viewportSize() ?? narrowViewport;
  await expectEventually(async () => {
    const boxes = await Promise.all((await opened.all()).map((each) => each.boundingBox()));
    return boxes.length > 0 && boxes.every((box) => box !== null && isInside(box, screen));
  }).toBe(true);
  await page.keyboard.press("Escape");
  await opened.first().waitFor({ state: "hidden" });
}

async function measureBox(element: Locator): Promise<Box> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isInside = ({ x, y, width, height }: Box, screen: { width: number; height: number }) =>
  x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height;
