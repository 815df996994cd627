import { queryFiles } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import {
  attach,
  attachmentList,
  includedDocuments,
  textFile,
  waitForAttachments,
} from "../../support/pages/attachControls.ts";
import { openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { fileRow, fileRows, filesTable } from "../../support/pages/filesTable.ts";
import {
  clickDialogButton,
  composer,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

async function openFiles(page: Page): Promise<void> {
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("heading", { name: "Your Files" }).waitFor();
}

describe("'Your Files'", () => {
  test("[C2.02] is opened by the header's button 'Data Sources', explains itself when there are no files, accepts uploaded and dropped files above the existing rows, and says when one is read or why it could not be; one is downloaded, and one or several are deleted", async () => {
    const { page, api } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await page.getByRole("button", { name: "Your files" }).click();
    await page.getByRole("heading", { name: "Your Files" }).waitFor();
    await expectVisible(page, "No files yet.");
    expect(await filesTable(page).count()).toBe(0);

    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload files" }).click(),
    ]);
    await chooser.setFiles([
      { name: "good.md", mimeType: "text/markdown", buffer: Buffer.from("# Rivers\n\nThey carry sand.") },
      { name: "bad.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 nonsense") },
    ]);
    await fileRow(page, "good.md").waitFor();
    await fileRow(page, "bad.pdf").waitFor();
    await expectVisible(fileRow(page, "bad.pdf"), /couldn’t be read/);
    await expectEventually(() =>
      fileRow(page, "good.md")
        .getByText(/^(Reading|Waiting|Uploading)/)
        .count(),
    ).toBe(0);
    expect(await page.getByRole("list", { name: "Files being uploaded" }).count()).toBe(0);

    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["New."], "new.txt", { type: "text/plain" }));
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    });
    await fileRow(page, "new.txt").waitFor();
    await expectVisible(fileRows(page).first(), "new.txt");
    await expectVisible(page.getByRole("status"), "new.txt uploaded");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download good.md" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("good.md");
    await page.getByRole("button", { name: "Delete good.md" }).click();
    await clickDialogButton(page, "Delete file");
    await fileRow(page, "good.md").waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Select all listed files" }).check();
    const selectionBar = page.getByRole("region", { name: "Selected files" });
    await selectionBar.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await clickDialogButton(page, "Delete files");
    await expectVisible(page, "No files yet.");
    expect((await api.call(queryFiles, {})).items).toEqual([]);
  });

  test("starts a new chat with a file from its row; the draft, which is read again after a reload, keeps its text and its documents", async () => {
    const { page, api } = await fixture.openSignedIn();
    const rivers = { name: "rivers.txt", type: "text/plain", content: "Rivers carry sand." };
    await uploadAndExtract(api, fixture.url, rivers);
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("seas.txt"));
    await waitForAttachments(page, 1);
    await composer(page).fill("What carries sand?");

    // The page is loaded anew, so nothing has read the stored draft.
    await openFiles(page);
    await page.reload();
    await fileRow(page, "rivers.txt").hover();
    await page.getByRole("button", { name: "Ask about rivers.txt" }).click();
    await waitForAttachments(page, 2);
    await expectVisible(attachmentList(page), "seas.txt");
    await expectVisible(attachmentList(page), "rivers.txt");
    await expectEventually(() => composer(page).inputValue()).toBe("What carries sand?");
    await expectFocused(composer(page));
    await page.keyboard.press("Enter");
    await expectVisible(includedDocuments(page), "rivers.txt");
    await waitForAnswerEnd(page);
  });
});
