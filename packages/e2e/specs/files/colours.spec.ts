import { expect, test } from "vitest";
import { attach, attachButton, chipOf, chips, openPicker, textFile } from "../../support/attachControls.ts";
import { lastAnswer, openNew } from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { openStage } from "../../support/openStage.ts";
import { keepAnswer, riverText, sourceOf, uploadRiver } from "../../support/riverDocument.ts";
import { openWorkspace, see, soon } from "../../support/screen.ts";
import { uploadAndRead } from "../../support/uploadByApi.ts";

const stage = openStage();

const broken = { name: "broken.pdf", type: "application/pdf", content: "%PDF-1.4 nonsense" };

test("documents in every state, and where they are chosen, in the dark and the light theme", async () => {
  const { page, api } = await stage.enter();
  const tags = ["water", "course", "2026", "grant"];
  await uploadAndRead(api, stage.url, { name: "kept.txt", type: "text/plain", content: "Rivers.", tags });
  await uploadAndRead(api, stage.url, broken);
  await openNew(page, stage.url);
  await page.route("**/files/upload?*", async (route) => {
    if (!route.request().postData()?.includes("stays")) await route.continue();
  });
  const pdf = { name: broken.name, mimeType: broken.type, content: broken.content };
  await attach(page, textFile("ready.txt"), pdf, textFile("under_way.txt", "It stays."));
  await chipOf(page, broken.name)
    .getByRole("button", { name: /^Retry/ })
    .waitFor();
  await soon(() => chips(page).count()).toBe(3);
  await checkAxeInBothThemes(page, "the documents of a draft");
  await attachButton(page).click();
  await page.getByRole("menuitem", { name: /^Upload/ }).waitFor();
  await checkAxeInBothThemes(page, "the menu");
  await page.keyboard.press("Escape");
  const picker = await openPicker(page);
  await picker.getByRole("row", { name: /kept\.txt/ }).click();
  await checkAxeInBothThemes(page, "the picker");
  await picker.getByRole("tab", { name: "Tags" }).click();
  await picker.getByRole("button", { name: "water" }).click();
  await checkAxeInBothThemes(page, "the picker's tags");
});

test("files, the sources of an answer and a document, in the dark and the light theme", async () => {
  const { page, api } = await stage.enter();
  const file = await uploadRiver(api, stage.url);
  await uploadAndRead(api, stage.url, broken);
  const id = await keepAnswer(api, "Sand [1].", {
    rag: { sources: [sourceOf(file, 1, 7), sourceOf(file, 2, 30)] },
    images: { sources: [{ ...sourceOf(file, undefined, 0), name: "map.png", content: "", locations: [] }] },
  });
  await openWorkspace(page, stage.url, `#c=${id}`);
  await page.getByRole("button", { name: "Sources 3" }).click();
  await checkAxeInBothThemes(page, "the sources");
  const mark = lastAnswer(page).getByRole("button", { name: /^Source 1,/ });
  await mark.hover();
  const card = page.getByRole("tooltip").filter({ hasText: riverText(7) });
  await card.waitFor();
  expect(await mark.getAttribute("aria-describedby")).toBe(await card.getAttribute("id"));
  await checkAxeInBothThemes(page, "the card of a mark");
  await mark.click();
  await page.getByRole("dialog", { name: "rivers.md" }).locator("mark").waitFor();
  await checkAxeInBothThemes(page, "the document");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Data Sources" }).click();
  await see(page.getByRole("row", { name: /broken\.pdf/ }), /could not be read/);
  await page.getByRole("checkbox", { name: "Select rivers.md" }).check();
  await checkAxeInBothThemes(page, "the files");
});
