import { test } from "vitest";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import {
  choosePrompt,
  editorOf,
  openPromptMenu,
  openPrompts,
  promptPanel,
  promptRow,
  writePrompt,
} from "../../support/promptControls.ts";
import { openWorkspace } from "../../support/screen.ts";

const stage = openStage();
const shot = (name: string) => `/tmp/shots5/${name}.png`;

for (const [look, viewport, colorScheme] of [
  ["wide-dark", { width: 1280, height: 800 }, "dark"],
  ["narrow-light", narrow, "light"],
] as const) {
  test(look, async () => {
    const { page } = await stage.enter({ viewport, email: "ann@example.org", hasTouch: viewport === narrow });
    if (colorScheme === "light") 
    await openWorkspace(page, stage.url);
    if (colorScheme === "light") { await page.getByRole("button", { name: "Switch to the light theme" }).click(); await page.waitForTimeout(300); await page.screenshot({ path: shot("narrow-head") }); }
    await openPrompts(page);
    await promptRow(page, "Custom Instructions").click();
    await promptRow(page, "Amplify Helpers").click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: shot(`${look}-panel`) });
    await openPromptMenu(page, "CSV Extractor");
    await page.waitForTimeout(300);
    await page.screenshot({ path: shot(`${look}-menu`) });
    await page.keyboard.press("Escape");
    await promptPanel(page).getByRole("button", { name: "New prompt" }).click();
    const editor = editorOf(page);
    await editor
      .getByRole("textbox", { name: "Content" })
      .fill("Write {{Topic}} for {{Who:options[a, b]}} with {{Words:text(regex:'[')}}");
    await editor.getByText("Words", { exact: true }).click();
    await editor.getByRole("button", { name: "Save" }).click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: shot(`${look}-editor1`) });
    await editor.getByText("Invalid regex pattern", { exact: true }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: shot(`${look}-editor2`) });
    await editor.getByRole("textbox", { name: "Conversation tags" }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: shot(`${look}-editor3`) });
    await editor.getByRole("combobox", { name: "Type" }).selectOption("output_transformer");
    await editor.getByRole("textbox", { name: "Code" }).fill("return text.toUpperCase();");
    await editor.getByRole("button", { name: "Try it" }).click();
    await editor.locator("output pre").waitFor();
    await page.screenshot({ path: shot(`${look}-editor4`) });
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: shot(`${look}-leave`) });
    await page.getByRole("button", { name: "Discard changes" }).click();
    await writePrompt(page, "Hello", "World {{x}}");
    await promptPanel(page).getByRole("button", { name: "New folder" }).click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: shot(`${look}-folder`) });
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await promptRow(page, "New Folder").waitFor();
    await choosePrompt(page, "Hello", "Move to folder…");
    await page.waitForTimeout(300);
    await page.screenshot({ path: shot(`${look}-move`) });
    await page.keyboard.press("Escape");
    await choosePrompt(page, "Hello", "Delete");
    await page.waitForTimeout(300);
    await page.screenshot({ path: shot(`${look}-delete`) });
  });
}
