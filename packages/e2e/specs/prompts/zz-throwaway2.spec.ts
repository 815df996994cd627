import { test } from "vitest";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import { openWorkspace } from "../../support/screen.ts";
import { openPrompts, promptPanel, promptRow, writePrompt } from "../../support/promptControls.ts";

const stage = openStage();
const shot = (name: string) => `/tmp/shots5/${name}.png`;
test("shift f10", async () => {
    const { page } = await stage.enter({});
    await openWorkspace(page, stage.url);
    await openPrompts(page);
    await writePrompt(page, "By keys", "x");
    await promptRow(page, "By keys").waitFor();
    await promptPanel(page).getByRole("searchbox").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.waitForTimeout(300);
    await page.evaluate(() => {
      addEventListener("keydown", (e) => console.log("KEY", e.key, e.shiftKey, (e.target as HTMLElement).outerHTML.slice(0, 200), e.defaultPrevented), true);
      addEventListener("click", (e) => console.log("CLICK", (e.target as HTMLElement).outerHTML.slice(0, 200)), true);
    });
    page.on("console", (m) => console.log(m.text()));
    await page.keyboard.press("Shift+F10");
    await page.waitForTimeout(600);
    console.log(await page.getByRole("menu").count());
    await page.screenshot({ path: shot("f10") });
});
