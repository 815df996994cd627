import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { createPageStore } from "../../lib/pageStore.ts";
import { renderInWorkspace } from "../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../testing/screen.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Modal } from "./Modal.tsx";

const opener = () => page.getByRole("button", { name: "Open" });

/** A page with a button that opens a dialog. `kind`: which one. */
function Page({ kind }: { kind: "short" | "tall" | "confirmation" }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {kind === "confirmation" ? (
        <ConfirmDialog isOpen={isOpen} title="Clear messages" message="Really?" onConfirm={close} onCancel={close} />
      ) : (
        <Modal isOpen={isOpen} title="New folder" onClose={close} onSubmit={close} fitsContent={kind === "short"}>
          <input aria-label="Folder name" data-autofocus />
        </Modal>
      )}
    </>
  );
}

async function open(kind: Parameters<typeof Page>[0]["kind"], viewport: [number, number]): Promise<Locator> {
  await page.viewport(...viewport);
  await renderInWorkspace(<Page kind={kind} />);
  await opener().click();
  const dialog = page.getByRole(kind === "confirmation" ? "alertdialog" : "dialog");
  await expect.element(dialog).toBeVisible();
  return dialog;
}

test("on a narrow screen a short dialog is a bottom sheet, which Esc closes; it gives the focus back", async () => {
  const sheet = await open("short", [390, 844]);
  await eventually(() => boxOf(sheet)).toMatchObject({ x: 0, width: 390, bottom: 844 });
  expect(boxOf(sheet).height).toBeLessThan(844 / 2);
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});

test("on a narrow screen a confirmation is a bottom sheet, which a click above it closes; it gives the focus back", async () => {
  const sheet = await open("confirmation", [390, 844]);
  await eventually(() => boxOf(sheet)).toMatchObject({ x: 0, width: 390, bottom: 844 });
  await userEvent.click(document.elementFromPoint(195, 40) ?? document.body);
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});

test("on a narrow screen another dialog fills the window; in a wide one it is in the middle", async () => {
  const dialog = await open("tall", [390, 844]);
  await eventually(() => boxOf(dialog)).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await page.viewport(1280, 800);
  await eventually(() => boxOf(dialog).x + boxOf(dialog).width / 2).toBe(640);
  await eventually(() => boxOf(dialog).height).toBeLessThan(800);
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const useBusy = createPageStore(() => false);

function BusyDialog() {
  return (
    <Modal isOpen title="New folder" onClose={() => {}} onSubmit={() => {}} isSubmitting={useBusy()}>
      <input aria-label="Folder name" data-autofocus />
    </Modal>
  );
}

test("the button that submits has the focus again when it was busy, however briefly", async () => {
  await renderInWorkspace(<BusyDialog />);
  await expect.element(page.getByRole("textbox", { name: "Folder name" })).toHaveFocus();
  const submit = page.getByRole("button", { name: "Submit" });
  (submit.element() as HTMLElement).focus();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  useBusy.setState(true, true);
  // The browser takes the focus from a disabled button when it draws the next frame.
  while (document.activeElement !== document.body) await nextFrame();
  useBusy.setState(false, true);
  await expect.element(submit).toBeEnabled();
  vi.runAllTimers();
  await expect.element(submit).toHaveFocus();
});
