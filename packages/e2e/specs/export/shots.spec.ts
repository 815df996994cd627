import { test } from "vitest";
import { keepLocal, localConversation } from "../../support/browserStorage.ts";
import { openStage } from "../../support/openStage.ts";
import { openWorkspace } from "../../support/screen.ts";
const stage = openStage();
for (const [width, scheme] of [[1280, "light"], [390, "light"]] as const) {
  test(`shots ${width} ${scheme}`, async () => {
    const { page, userId } = await stage.enter();
    await page.setViewportSize({ width, height: 800 });
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, Array.from({ length: 30 }, (_, i) => localConversation(`c${i}`, i === 3 ? "A name that is much longer than fifty characters, and so is cut in this list" : `Conversation ${i}`)));
    await page.goto("about:blank");
    await openWorkspace(page, stage.url, "#c=c1");
    if (width < 640) { await page.getByRole("button", { name: /side panel|Show conversations|Open/i }).first().click(); }
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByText("Light", { exact: true }).click();
    await page.goto("about:blank");
    await openWorkspace(page, stage.url, "#c=c1");
    const shot = async (name: string) => { await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/x/shot-${name}-${width}-${scheme}.png` }); };
    await page.getByRole("banner").getByRole("button", { name: "Download", exact: true }).click();
    await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
    await shot("download");
    await page.getByRole("dialog").getByRole("button", { name: "Download", exact: true }).click();
    await shot("preparing");
    await page.getByRole("link", { name: "Click to Download" }).waitFor({ timeout: 60_000 });
    await shot("ready");
    await page.keyboard.press("Escape");
    if (width < 640) { await page.getByRole("button", { name: /side panel|Show conversations|Open/i }).first().click(); }
    await page.getByRole("tab", { name: "Settings" }).click();
    await shot("settings");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await shot("import");
    await page.getByLabel("File to import").setInputFiles({ name: "conversations.json", mimeType: "x", buffer: Buffer.from(JSON.stringify([{ id: "c1", name: "known", messages: [{ role: "user", content: "x" }] }, { id: "new", name: "new", messages: [{ role: "user", content: "x" }] }, 5, { name: "Empty one" }])) });
    await shot("preview");
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await shot("imported");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Export Conversations", exact: true }).click();
    await shot("export");
  });
}
