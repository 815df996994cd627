import { expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { renderApp, renderInWorkspace } from "../../testing/renderApp.tsx";
import { accountButton, banner, boxOf, composer, dialogNamed, eventually, sidePanel } from "../../testing/screen.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { noticeMs, showSuccessNotice } from "../../ui/notices/showNotice.ts";

const build = (id: string, name: string) =>
  createConversation({ id, name, messages: createBranch(["Why?", "So."], id) });
const undoNotice = () => page.getByRole("status").filter({ hasText: "“Budget” archived." });
const undoButton = () => page.getByRole("button", { name: "Undo" });
const form = () => page.getByRole("form", { name: "Message" });
const failureText = "A part of the page couldn’t be loaded.";
const errorNotice = () => page.getByRole("alert").filter({ hasText: failureText });

async function archiveBudget(): Promise<void> {
  await sidePanel().getByRole("button", { name: "Actions for Budget" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect.element(undoNotice()).toBeVisible();
}

const middleOf = (locator: Locator) => boxOf(locator).x + boxOf(locator).width / 2;

test("in a wide window notices are in the corner below the header, beside an open panel; nothing else moves", async () => {
  await storeLocalConversations(build("a", "Tides"), build("b", "Budget"));
  await renderApp("#c=a");
  await expect.element(composer()).toBeVisible();
  const formBox = boxOf(form());
  await archiveBudget();
  await eventually(() => innerWidth - boxOf(undoNotice()).right).toBe(16);
  const headerBottom = boxOf(banner()).bottom;
  await eventually(() => boxOf(undoNotice()).top).toBeGreaterThanOrEqual(headerBottom);
  expect(boxOf(undoNotice()).top).toBeLessThan(headerBottom + 24);
  expect(boxOf(form())).toEqual(formBox);
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  const panel = page.getByRole("complementary", { name: "Prompts" });
  await eventually(() => boxOf(panel).right).toBe(innerWidth);
  await eventually(() => boxOf(undoButton()).right < boxOf(panel).left).toBe(true);
});

test("on a narrow screen notices are above the foot of an open side panel, and otherwise in the middle below the header", async () => {
  await page.viewport(390, 844);
  await storeLocalConversations(build("a", "Tides"), build("b", "Budget"));
  await renderApp("#c=a");
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await archiveBudget();
  await eventually(() => boxOf(undoNotice()).top).toBeGreaterThan(844 / 2);
  await eventually(() => boxOf(undoNotice()).bottom <= boxOf(form()).top).toBe(true);
  await page.getByRole("button", { name: "Close the side panel" }).first().click();
  await eventually(() => boxOf(undoButton()).top).toBeLessThan(844 / 4);
  expect(boxOf(undoNotice()).top).toBeGreaterThanOrEqual(boxOf(banner()).bottom);
  expect(Math.abs(middleOf(undoNotice()) - 390 / 2)).toBeLessThanOrEqual(1);
});

test("on a narrow screen a notice leaves the tabs and the foot of the open side panel free, and the hint in the message field takes one line", async () => {
  await page.viewport(390, 844);
  await renderApp();
  await expect.element(composer()).toHaveAttribute("placeholder", "Ask anything");
  notifyError(failureText);
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await eventually(() => boxOf(errorNotice()).top).toBeGreaterThan(844 / 2);
  await eventually(() => boxOf(errorNotice()).bottom <= boxOf(accountButton()).top).toBe(true);
});

test("on a narrow screen a notice is above the command palette, in the middle", async () => {
  await page.viewport(390, 844);
  await renderApp();
  await composer().click();
  notifyError(failureText);
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = dialogNamed("Command palette");
  await expect.element(palette.getByRole("option").first()).toBeVisible();
  await eventually(() => boxOf(errorNotice()).bottom <= boxOf(palette).top).toBe(true);
  await eventually(() => Math.abs(middleOf(errorNotice()) - 390 / 2)).toBeLessThanOrEqual(1);
});

test("a notice of success closes after 6 s; an error stays until it is dismissed", async () => {
  await renderInWorkspace(<p>The page</p>);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  notifyError(failureText);
  showSuccessNotice("Saved");
  const success = page.getByRole("status").filter({ hasText: "Saved" });
  await expect.element(success).toBeInTheDocument();
  vi.advanceTimersByTime(noticeMs - 200);
  expect(success.elements()).toHaveLength(1);
  vi.advanceTimersByTime(400);
  // The notice fades out.
  vi.useRealTimers();
  await expect.element(success).not.toBeInTheDocument();
  expect(noticeMs).toBe(6_000);
  await expect.element(errorNotice()).toBeInTheDocument();
  await errorNotice().getByRole("button", { name: "Dismiss" }).click();
  await expect.element(errorNotice()).not.toBeInTheDocument();
});

/** The names of the controls in view that the notice covers, wholly or in part. */
function listCoveredControls(dialog: Locator): string[] {
  const notice = document.querySelector(".mantine-Notification-root")?.getBoundingClientRect();
  if (!notice) throw new Error("there is no notice");
  const isCovered = (control: Element) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isInView = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(control);
    return isInView && notice.left < right && notice.right > left && notice.top < bottom && notice.bottom > top;
  };
  return [...dialog.element().querySelectorAll("button, input, textarea, select, a[href]")]
    .filter(isCovered)
    .map((control) => control.getAttribute("aria-label") ?? control.textContent);
}

test.each([
  [1440, 900],
  [390, 844],
])(
  "a notice with Undo covers no control of a dialog that is opened meanwhile, and can be used there, in %i x %i",
  async (width, height) => {
    await page.viewport(width, height);
    const name = "Notes about the second law of thermodynamics and the Carnot bound";
    await storeLocalConversations(build("a", "Tides"), build("b", name));
    await renderApp("#c=b");
    await banner().getByRole("button", { name: "More actions", exact: true }).click();
    const archive = page.getByRole("menuitem", { name: "Archive", exact: true });
    const more = page.getByRole("menuitem", { name: "More", exact: true });
    await expect.element(archive.or(more).first()).toBeVisible();
    // On a narrow screen, rare actions are in the second level of the menu.
    if (archive.elements().length === 0) await more.click();
    await archive.click();
    await expect.element(undoButton()).toBeVisible();
    await composer().click();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("?");
    const shortcuts = dialogNamed("Keyboard shortcuts");
    await expect.element(shortcuts).toBeVisible();
    await eventually(() => listCoveredControls(shortcuts)).toEqual([]);
    await shortcuts.getByRole("button", { name: "Close" }).first().click();
    await expect.element(shortcuts).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>},{/Control}");
    await expect.element(dialogNamed("Settings")).toBeVisible();
    await eventually(() => listCoveredControls(dialogNamed("Settings"))).toEqual([]);
    await undoButton().click();
    await expect.element(undoButton()).not.toBeInTheDocument();
    await expect.element(dialogNamed("Settings")).toBeVisible();
    await expect.element(page.getByText("This chat is archived")).not.toBeInTheDocument();
  },
);
