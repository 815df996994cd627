import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openPanel } from "../../entities/shell/panels.ts";
import { createVersion, storeArtifacts, stubArtifacts } from "../../testing/artifacts.ts";
import { renderApp, renderInWorkspace } from "../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed, eventually, sidePanel } from "../../testing/screen.ts";
import { stubPrompts } from "../../testing/stubFolders.ts";
import { stubMemory } from "../../testing/stubMemory.ts";
import { PictureView } from "../../ui/diagrams/PictureView.tsx";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { Modal } from "../../ui/modal/Modal.tsx";

const chat = () => page.getByRole("region", { name: "Chat", exact: true });
const readSize = (locator: Locator) => [Math.round(boxOf(locator).width), Math.round(boxOf(locator).height)];
const ignore = () => {};

test("[C9.19] the chat has 94 % of the window's height, and its width less 450 px for each side panel of 280 px", async () => {
  await page.viewport(1600, 1000);
  await renderApp();
  await eventually(() => readSize(chat())).toEqual([1600 - 450, 940]);
  expect(boxOf(sidePanel()).width).toBe(280);
  openPanel("right");
  await eventually(() => readSize(chat())).toEqual([1600 - 2 * 450, 940]);
});

test("[C9.19] the list of artifacts is at most 200 px high, and the list of prompts 13rem", async () => {
  stubArtifacts();
  stubPrompts(...Array.from({ length: 30 }, (_, index) => ({ name: `Zebra ${index}`, content: "Stripes" })));
  await storeArtifacts({
    versions: Array.from({ length: 20 }, (_, index) => createVersion({ artifactId: `a-${index}`, name: `A ${index}` })),
  });
  await renderApp("#c=stored");
  await page.getByRole("banner").getByRole("button", { name: "Artifacts", exact: true }).click();
  const artifacts = page.getByRole("listbox", { name: "Artifacts" });
  await eventually(() => boxOf(artifacts).height).toBe(200);
  await userEvent.keyboard("{Escape}");
  await composer().click();
  await userEvent.keyboard("/zeb");
  const prompts = page.getByRole("listbox", { name: "Prompts" });
  // Whole rows, so that none is cut off.
  await eventually(() => boxOf(prompts).height).toBeGreaterThan(208 - 45);
  expect(boxOf(prompts).height).toBeLessThanOrEqual(208);
});

test("[C9.19] a diagram has a slider from 250 to 4000, which begins at 500", async () => {
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  const picture = { svg, x: 0, y: 0, width: 500, height: 500, title: "", description: "", isPartial: false };
  await renderInWorkspace(<PictureView kind="mermaid" picture={picture} scheme="dark" />);
  const slider = page.getByRole("slider", { name: "Size" });
  await expect.element(slider).toHaveValue("500");
  expect([slider.element().getAttribute("min"), slider.element().getAttribute("max")]).toEqual(["250", "4000"]);
});

test("[C9.19] the memory dialog has about 62 % of the window's width and 88 % of its height", async () => {
  await page.viewport(1600, 1000);
  stubMemory();
  await renderApp();
  openDialog("memory");
  await expect.element(dialogNamed("Memory Management")).toBeVisible();
  await eventually(() => readSize(dialogNamed("Memory Management"))).toEqual([1600 * 0.62, 880]);
});

test("[C9.19] a dialog has 80 % of the window's height and half its width, as has a form; others have 30 % of the width", async () => {
  await page.viewport(1600, 1000);
  await renderInWorkspace(
    <>
      <Modal isOpen title="Plain" onClose={ignore}>
        Text
      </Modal>
      <Modal isOpen title="Form" onClose={ignore} onSubmit={ignore}>
        Text
      </Modal>
      <Modal isOpen title="One value" onClose={ignore} fitsContent isSmall>
        Text
      </Modal>
      <ConfirmDialog isOpen title="Question" message="Sure?" onConfirm={ignore} onCancel={ignore} />
    </>,
  );
  const dialog = (name: string) => page.getByRole("dialog", { name, includeHidden: true });
  for (const name of ["Plain", "Form"]) await eventually(() => readSize(dialog(name))).toEqual([800, 800]);
  await eventually(() => readSize(dialog("One value"))[0]).toBe(480);
  await eventually(() => readSize(page.getByRole("alertdialog"))[0]).toBe(480);
});
