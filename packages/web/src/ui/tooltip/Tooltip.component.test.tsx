import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { renderApp, renderInWorkspace } from "../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed, log, sidePanel } from "../../testing/screen.ts";
import { IconButton } from "../IconButton.tsx";
import { Tooltip } from "./Tooltip.tsx";

const tooltip = (name: string) => page.getByRole("tooltip", { name, exact: true });

test("the name of a button appears while the pointer rests on it, beside it and inside the window, until Esc is pressed or the pointer leaves", async () => {
  await renderInWorkspace(
    <>
      <IconButton name="New folder">+</IconButton>
      <p>Elsewhere</p>
    </>,
  );
  const button = page.getByRole("button", { name: "New folder" });
  const elsewhere = page.getByText("Elsewhere");
  await elsewhere.hover();
  await button.hover();
  await expect.element(tooltip("New folder")).toBeVisible();
  const [buttonBox, box] = [boxOf(button), boxOf(tooltip("New folder"))];
  const middle = buttonBox.x + buttonBox.width / 2;
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.left).toBeLessThan(middle);
  expect(box.right).toBeGreaterThan(middle);
  expect(Math.min(Math.abs(box.top - buttonBox.bottom), Math.abs(buttonBox.top - box.bottom))).toBeLessThan(12);
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip("New folder")).not.toBeInTheDocument();
  await elsewhere.hover();
  await button.hover();
  await expect.element(tooltip("New folder")).toBeVisible();
  await elsewhere.hover();
  await expect.element(tooltip("New folder")).not.toBeInTheDocument();
});

test("the tooltip of a button below a message closes when the button opens something", async () => {
  const messages = createBranch(["What are tides?", "Waves."]);
  await storeLocalConversations(createConversation({ id: "one", name: "Tides", messages }));
  await renderApp("#c=one");
  for (const [name, tooltipName, opened] of [
    ["More actions for the answer", "More actions", page.getByRole("menu")],
    ["Try another model", "Try another model", page.getByRole("listbox", { name: "Models" })],
  ] as const) {
    const button = log().getByRole("button", { name, exact: true }).last();
    await button.hover();
    await expect.element(tooltip(tooltipName)).toBeVisible();
    await expect.element(button).not.toHaveAttribute("title");
    await button.click();
    await expect.element(opened).toBeVisible();
    await expect.element(tooltip(tooltipName)).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(opened).not.toBeInTheDocument();
    await composer().hover();
  }
});

test("the name of a button appears again when the focus comes back after the button was pressed by a key", async () => {
  await renderApp();
  const otherButton = sidePanel().getByRole("button", { name: "Close the side panel" });
  const button = sidePanel().getByRole("button", { name: "New folder" });
  await composer().hover();
  button.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialogNamed("New folder")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialogNamed("New folder")).not.toBeInTheDocument();
  otherButton.element().focus();
  await expect.element(tooltip("New folder")).not.toBeInTheDocument();
  button.element().focus();
  await button.hover();
  await expect.element(tooltip("New folder")).toBeVisible();
});

test("a tooltip for touch and focus appears with the keyboard's focus and at a touch, and stays when the finger is lifted; a press elsewhere hides it", async () => {
  await renderInWorkspace(
    <>
      <button type="button">Before</button>
      <Tooltip label="The assistant chooses the model" isForTouchAndFocus>
        <button type="button" aria-disabled>
          scripted-small
        </button>
      </Tooltip>
    </>,
  );
  const button = page.getByRole("button", { name: "scripted-small" });
  const reason = tooltip("The assistant chooses the model");
  page.getByRole("button", { name: "Before" }).element().focus();
  await userEvent.keyboard("{Tab}");
  await expect.element(button).toHaveFocus();
  await expect.element(reason).toBeVisible();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(reason).not.toBeInTheDocument();

  const touch = (type: string, target: Element) =>
    target.dispatchEvent(new PointerEvent(type, { pointerType: "touch", bubbles: true, composed: true }));
  for (const type of ["pointerover", "pointerdown", "pointerup", "pointerout"]) touch(type, button.element());
  await expect.element(reason).toBeVisible();
  touch("pointerdown", document.body);
  await expect.element(reason).not.toBeInTheDocument();
});
