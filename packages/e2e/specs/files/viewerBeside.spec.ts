import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer } from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { buildCitedPassage, createAnsweredConversation, riverText, uploadRiver } from "../../support/riverDocument.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();
const panel = (page: Page) => page.getByRole("complementary", { name: "rivers.md" });
const citation = (page: Page, number: number) =>
  lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${number},`) });

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `${riverText(index * 2 + 1)} `.repeat(6)).join("\n\n");

describe("the document viewer in a wide window", () => {
  test("is beside the answer: covers nothing, leaves the text being read in its place, and the conversation stays usable", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const file = await uploadRiver(api, fixture.url);
    const text = `${paragraphs(12)}\n\nSand [1]. Stone [2].\n\n${paragraphs(12)}`;
    const id = await createAnsweredConversation(api, text, {
      rag: {
        sources: [buildCitedPassage(file, 1, 7), buildCitedPassage(file, 2, 310), buildCitedPassage(file, 3, 401)],
      },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).scrollIntoViewIfNeeded();
    const readTop = async () => Math.round((await citation(page, 1).boundingBox())?.y ?? 0);
    const top = await readTop();
    await citation(page, 1).click();
    await expectEventually(() => panel(page).locator("mark").allTextContents()).toEqual([riverText(7)]);
    await expectEventually(async () => Math.abs((await readTop()) - top) <= 2).toBe(true);

    const panelBox = await panel(page).boundingBox();
    const answerBox = await lastAnswer(page).boundingBox();
    const fieldBox = await page.getByRole("textbox", { name: "Message" }).boundingBox();
    expect((answerBox?.x ?? 0) + (answerBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0);
    expect((fieldBox?.x ?? 0) + (fieldBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0);
    await checkAxeInBothThemes(page, "the viewer beside the answer");

    // Only the cited passages are browsed, also by keyboard.
    await expectVisible(panel(page), "1 of 2");
    await page.keyboard.press("n");
    await expectEventually(() => panel(page).locator("mark").allTextContents()).toEqual([riverText(310)]);
    await page.keyboard.press("n");
    await expectVisible(panel(page), "2 of 2");

    // Letters typed in the message field are text.
    await page.getByRole("textbox", { name: "Message" }).fill("");
    await page.getByRole("textbox", { name: "Message" }).pressSequentially("open pen");
    await expectVisible(panel(page), "2 of 2");
    await citation(page, 1).click();
    await expectVisible(panel(page), "1 of 2");

    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    await expectEventually(() => citation(page, 1).evaluate((mark) => mark === document.activeElement)).toBe(true);
    await expectEventually(async () => Math.abs((await readTop()) - top) <= 2).toBe(true);
  });

  test("keeps the focus when a step removes the focused text, so that the keys go on", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const rivers = await uploadRiver(api, fixture.url);
    const table = "| River | Length |\n| --- | --- |\n| Rhine \ue123 | 1,233 km |";
    const content = `A list.\n\n${table}`;
    const other = await uploadAndExtract(api, fixture.url, { name: "lengths.md", type: "text/markdown", content });
    const id = await createAnsweredConversation(api, "Sand [1]. Length [2].", {
      rag: { sources: [buildCitedPassage(rivers, 1, 7), buildCitedPassage(other, 2, 1, table)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    await panel(page).getByRole("region", { name: "Text of rivers.md" }).focus();
    await page.keyboard.press("n");
    const otherPanel = page.getByRole("complementary", { name: "lengths.md" });
    // A character that no font has is left out.
    await expectEventually(() => otherPanel.getByRole("cell").allTextContents()).toEqual(["Rhine  ", "1,233 km"]);
    await page.keyboard.press("p");
    await expectVisible(panel(page), "1 of 2");
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    await expectEventually(() => citation(page, 1).evaluate((mark) => mark === document.activeElement)).toBe(true);
  });

  test("closes when a panel is opened that leaves the conversation too little space, and stays beside it otherwise", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1280, height: 800 } });
    const file = await uploadRiver(api, fixture.url);
    const id = await createAnsweredConversation(api, "Sand [1].", {
      rag: { sources: [buildCitedPassage(file, 1, 7)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    await panel(page).locator("mark").waitFor();
    await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
    await panel(page).waitFor({ state: "detached" });
    const field = page.getByRole("textbox", { name: "Message" });
    await expectEventually(async () => ((await field.boundingBox())?.width ?? 0) > 200).toBe(true);

    await page.getByRole("button", { name: "Hide Prompts and Assistants" }).click();
    await page.setViewportSize({ width: 1680, height: 900 });
    await citation(page, 1).click();
    await panel(page).locator("mark").waitFor();
    await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
    await page.getByRole("button", { name: "Hide Prompts and Assistants" }).waitFor();
    await expectEventually(async () => {
      const [panelBox, fieldBox] = [await panel(page).boundingBox(), await field.boundingBox()];
      return (fieldBox?.x ?? 0) + (fieldBox?.width ?? 0) <= (panelBox?.x ?? 0);
    }).toBe(true);
  });

  test("takes the place of the right panel where there is not enough space for both, until that is opened again", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const file = await uploadRiver(api, fixture.url);
    const id = await createAnsweredConversation(api, `${paragraphs(12)}\n\nSand [1].\n\n${paragraphs(12)}`, {
      rag: { sources: [buildCitedPassage(file, 1, 7)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const show = page.getByRole("button", { name: "Show Prompts and Assistants" });
    const hide = page.getByRole("button", { name: "Hide Prompts and Assistants" });
    await show.click();
    await hide.waitFor();
    await citation(page, 1).scrollIntoViewIfNeeded();
    const readTop = async () => Math.round((await citation(page, 1).boundingBox())?.y ?? 0);
    const top = await readTop();
    await citation(page, 1).click();
    await panel(page).locator("mark").waitFor();
    await hide.waitFor({ state: "hidden" });
    await show.waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expectEventually(async () => {
      const [panelBox, answerBox] = [await panel(page).boundingBox(), await lastAnswer(page).boundingBox()];
      return (answerBox?.x ?? 0) + (answerBox?.width ?? 0) <= (panelBox?.x ?? 0);
    }).toBe(true);
    await expectEventually(async () => Math.abs((await readTop()) - top) <= 2).toBe(true);
    await expectEventually(() => panel(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);

    await show.click();
    await panel(page).waitFor({ state: "detached" });
    await hide.waitFor();
    // Without the panel, there is not enough space either.
    await page.setViewportSize({ width: 960, height: 800 });
    await citation(page, 1).click();
    await page.getByRole("dialog", { name: "rivers.md" }).locator("mark").waitFor();
    await page.keyboard.press("Escape");
    await hide.waitFor();
  });

  test("closes when another conversation is opened, and is over the page where there is no space beside it", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const file = await uploadRiver(api, fixture.url);
    const id = await createAnsweredConversation(api, "Sand [1].", {
      rag: { sources: [buildCitedPassage(file, 1, 7)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    await panel(page).locator("mark").waitFor();
    await page.getByRole("button", { name: "New chat" }).first().click();
    await panel(page).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--viewer-width"))).toBe("");

    await page.goto(`${fixture.url}/#c=${id}`);
    await page.setViewportSize({ width: 960, height: 800 });
    await citation(page, 1).click();
    await page.getByRole("dialog", { name: "rivers.md" }).locator("mark").waitFor();
  });
});
