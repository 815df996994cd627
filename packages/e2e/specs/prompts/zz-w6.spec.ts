import { test } from "vitest";
import { openNew, untilDone } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { givePrompts } from "../../support/givePrompts.ts";
import { openStage } from "../../support/openStage.ts";
import { composer, questions } from "../../support/screen.ts";
const stage = openStage();
test("light", async () => {
  const { page, api } = await stage.enter();
  const shot = async (name: string) => { await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/w6-light-${name}.png` }); };
  await givePrompts(api,
    { name: "Everything", description: "Asks for one thing of each type.", content: "{{Topic}}|{{Tone:options[calm, loud]}}|{{Short:boolean}}|{{Paper:file}} [[answer: Hello there]]" },
    { name: "Loud", type: "output_transformer", data: { requiredTags: ["loud"], code: "return text.toUpperCase();" } },
    { name: "Talk loud", content: "Speak [[answer: softly now]]", data: { conversationTags: ["loud"] } },
    { name: "Explain simply", type: "follow_up", content: "Explain" });
  await openNew(page, stage.url);
  await page.getByRole("button", { name: /light/i }).first().click();
  await page.getByRole("button", { name: "Open the prompts" }).click();
  await page.locator('[data-tree-row][title="Talk loud"]').click();
  await questions(page).first().waitFor();
  await untilDone(page);
  await page.getByRole("button", { name: "Show the original" }).click();
  await page.getByRole("button", { name: "Close the prompts" }).click();
  await composer(page).focus();
  await page.keyboard.type("/");
  await page.getByRole("listbox").waitFor();
  await checkAxe(page, "light slash");
  await shot("slash");
  await page.keyboard.type("every");
  await page.getByRole("option", { name: "Everything" }).waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Insert", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await checkAxe(page, "light dialog");
  await shot("dialog");
});
