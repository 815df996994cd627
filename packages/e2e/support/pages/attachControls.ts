import { queryFiles } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import type { ApiClient } from "../content/createApiClient.ts";
import { expectEventually } from "./screen.ts";

export interface FileToAttach {
  name: string;
  mimeType: string;
  content: string | Uint8Array;
}

export const textFile = (name: string, content = `The text of ${name}.`): FileToAttach => ({
  name,
  mimeType: "text/plain",
  content,
});

/** A small valid PNG. */
export const pngFile = (name: string): FileToAttach => ({
  name,
  mimeType: "image/png",
  content: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGM4kZGFFTEMLQkAKRNHAf8RkfcAAAAASUVORK5CYII=",
    "base64",
  ),
});

export const attachButton = (page: Page) => page.getByRole("button", { name: "Attach documents" });
export const attachmentList = (page: Page) => page.getByRole("list", { name: "Attached documents" });
export const attachmentChips = (page: Page) => attachmentList(page).getByRole("listitem");
export const attachmentChip = (page: Page, name: string) => attachmentChips(page).filter({ hasText: name });
export const includedDocuments = (page: Page) => page.getByRole("list", { name: "Included documents" });

/** Attaches files through the menu entry "Upload from this device". */
export async function attach(page: Page, ...files: FileToAttach[]): Promise<void> {
  await attachButton(page).click();
  await chooseFiles(page, () => page.getByRole("menuitem", { name: /^Upload from this device/ }).click(), ...files);
}

/** Chooses files in the browser's own dialog, which `open` opens. */
export async function chooseFiles(page: Page, open: () => Promise<void>, ...files: FileToAttach[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
  await chooser.setFiles(
    files.map(({ name, mimeType, content }) => ({ name, mimeType, buffer: Buffer.from(content) })),
  );
}

/** Holds back the processing states of uploaded files until the returned function is called. */
export async function pauseStatusRequests(page: Page): Promise<() => void> {
  const releaseSignal = Promise.withResolvers<void>();
  await page.route("**/files/status?*", async (route) => {
    await releaseSignal.promise;
    await route.continue();
  });
  return releaseSignal.resolve;
}

/** The server reads one document after the other, each in a new process. On a busy computer that takes seconds. */
const readingTimeoutMs = 45_000;

/** Waits until the server has read all files of the person. */
export async function waitUntilFilesAreRead(api: ApiClient): Promise<void> {
  const readStates = async () => (await api.call(queryFiles, {})).items.map(({ state }) => state);
  await expectEventually(async () => new Set(await readStates()), readingTimeoutMs).toEqual(new Set(["ready"]));
}

export const readyAttachments = (page: Page) => attachmentChips(page).filter({ has: page.getByText("Ready") });

/** Waits until the draft has `count` documents and all of them are ready. */
export async function waitForAttachments(page: Page, count: number): Promise<void> {
  await expectEventually(
    async () => [await attachmentChips(page).count(), await readyAttachments(page).count()],
    readingTimeoutMs,
  ).toEqual([count, count]);
}

/** Reads all bars at once, because a finished one disappears and would be waited for. */
export const readProgressValues = (within: Locator): Promise<(string | null)[]> =>
  within.getByRole("progressbar").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("aria-valuenow")));

/** Opens the file picker. */
export async function openPicker(page: Page): Promise<Locator> {
  await attachButton(page).click();
  await page.getByRole("menuitem", { name: "Choose from your files" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose from your files" });
  await dialog.waitFor();
  return dialog;
}
