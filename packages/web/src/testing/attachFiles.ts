import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";
import { composer } from "./screen.ts";

export const textFile = (name: string, content = `The text of ${name}.`) =>
  new File([content], name, { type: "text/plain" });

export const attachButton = () => page.getByRole("button", { name: "Attach documents" });
export const attachmentList = () => page.getByRole("list", { name: "Attached documents" });
export const attachmentChips = () => attachmentList().getByRole("listitem");
export const attachmentChip = (name: string) => attachmentChips().filter({ hasText: name });
export const includedDocuments = () => page.getByRole("list", { name: "Included documents" });

/** Chooses files in the browser's own dialog, which `open` opens. */
export async function chooseFiles(open: () => Promise<void>, ...files: readonly File[]): Promise<void> {
  const { click } = HTMLInputElement.prototype;
  const opened = Promise.withResolvers<void>();
  HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
    if (this.type !== "file") return click.call(this);
    const data = new DataTransfer();
    for (const file of files) data.items.add(file);
    this.files = data.files;
    this.dispatchEvent(new Event("change"));
    opened.resolve();
  };
  try {
    await open();
    await opened.promise;
  } finally {
    HTMLInputElement.prototype.click = click;
  }
}

/** Attaches files through the menu entry "Upload from this device". */
export async function attach(...files: readonly File[]): Promise<void> {
  await attachButton().click();
  await chooseFiles(() => page.getByRole("menuitem", { name: /^Upload from this device/ }).click(), ...files);
}

/** An upload starts a worker that computes its hash, and may ask for its state twice. */
const uploadTimeoutMs = 10_000;

/** Waits until the draft has `count` documents and all of them are ready. */
export async function waitForAttachments(count: number): Promise<void> {
  const isReady = ({ textContent }: Element) => textContent.includes("Ready");
  await expect
    .poll(() => attachmentChips().elements().map(isReady), { timeout: uploadTimeoutMs })
    .toEqual(Array.from({ length: count }, () => true));
}

/** Opens the file picker. */
export async function openPicker(): Promise<Locator> {
  await attachButton().click();
  await page.getByRole("menuitem", { name: "Choose from your files" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose from your files" });
  await expect.element(dialog).toBeVisible();
  return dialog;
}

/** Drags files over the page; drops them only if `drops` is true. */
export function dragFiles(files: readonly File[], drops: boolean): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  for (const type of ["dragenter", "dragover", ...(drops ? ["drop"] : [])])
    composer()
      .element()
      .dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
}

/** Pastes files into the message field. */
export function pasteFiles(files: readonly File[]): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  composer()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
}
