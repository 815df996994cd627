import { test } from "vitest";
import { openNew, untilDone } from "../../support/chatControls.ts";
import { givePrompts } from "../../support/givePrompts.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import { composer, questions } from "../../support/screen.ts";
const stage = openStage();
for (const [look, viewport, colorScheme] of [["wide-dark", { width: 1280, height: 800 }, "dark"], ["narrow-light", narrow, "light"]] as const) {
  test(look, async () => {
    const { page, api } = await stage.enter({ viewport, hasTouch: viewport === narrow });
    if (colorScheme === "light") await page.addInitScript(() => localStorage.setItem("mantine-color-scheme-value", "light"));
    const shot = async (name: string) => { await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/w6-${look}-${name}.png` }); };
    await givePrompts(api,
      { name: "Everything", description: "Asks for one thing of each type, to see how it looks.", content: "{{Topic}}|{{Tone:options[calm, loud]}}|{{Short:boolean}}|{{Talk:conversation(optional: true)}}|{{Other:template}}|{{Paper:file}}|{{More:files(optional: true)}} [[answer: Hello there]]" },
      { name: "Loud", type: "output_transformer", data: { requiredTags: ["loud"], code: "return text.toUpperCase();" } },
      { name: "Talk loud", content: "Speak {{x:text(optional: true)}} [[answer: softly now]]", data: { conversationTags: ["loud"] } },
      { name: "Explain simply", type: "follow_up", content: "Explain" },
      { name: "Give an example from medicine", type: "follow_up", content: "Explain" },
      { name: "Tutor", type: "root_prompt", content: "You teach" });
    await openNew(page, stage.url);
    await page.getByRole("button", { name: "Advanced settings" }).click();
    await shot("settings");
    await page.getByRole("button", { name: "Advanced settings" }).click();
    await composer(page).focus();
    await page.keyboard.type("/");
    await page.getByRole("listbox").waitFor();
    await shot("slash");
    await page.keyboard.type("every");
    await page.getByRole("option", { name: "Everything" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Insert", exact: true }).click();
    await shot("dialog");
    await dialog.getByRole("alert").scrollIntoViewIfNeeded();
    await shot("dialog2");
    await page.keyboard.press("Escape");
    await composer(page).fill("");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open the prompts" }).click();
    await page.locator('[data-tree-row][title="Talk loud"]').click();
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await questions(page).first().waitFor();
    await untilDone(page);
    await page.getByRole("button", { name: "Show the original" }).click();
    if (viewport !== narrow) await page.getByRole("button", { name: "Close the prompts" }).click();
    await shot("answer");
    await composer(page).fill('fn({functions: [{name: "weather", parameters: {type: "object"}}], call: "weather"}) Zürich [[tool: weather]]');
    await composer(page).press("Enter");
    await questions(page).nth(1).waitFor();
    await untilDone(page);
    await shot("fn");
  });
}
