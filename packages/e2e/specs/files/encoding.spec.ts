import { expect, test } from "vitest";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { fileRow } from "../../support/pages/filesTable.ts";
import { expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a text whose encoding was guessed says so in the list and in the viewer, and is read in the encoding that is chosen there", async () => {
  const { page, api } = await fixture.openSignedIn();
  // "Библиотека открыта" in windows-1251.
  const content = new Uint8Array(Buffer.from("c1e8e1ebe8eef2e5eae020eef2eaf0fbf2e0", "hex"));
  const file = await uploadAndExtract(api, fixture.url, { name: "library.txt", type: "text/plain", content });
  expect(file.notes).toEqual([{ code: "encodingGuessed", detail: "windows-1251" }]);
  await page.goto(`${fixture.url}/#page=home`);
  await expectVisible(fileRow(page, "library.txt"), "Encoding guessed: windows-1251.");
  await fileRow(page, "library.txt").getByRole("button", { name: "library.txt", exact: true }).click();
  const viewer = documentViewer(page, "library.txt");
  await expectVisible(viewer, "Библиотека открыта");
  await viewer.getByText("Encoding guessed: windows-1251.").click();
  await viewer.getByRole("combobox", { name: "Encoding" }).click();
  await page.getByRole("option", { name: "koi8-r" }).click();
  await expectVisible(viewer, new TextDecoder("koi8-r").decode(content));
  await expectVisible(viewer, "Encoding: koi8-r");
});
