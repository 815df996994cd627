import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { lastAnswer, questions } from "../../../testing/chatPage.ts";
import { editBox, editButton, menuButton, openStoredChat } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { banner, boxOf, eventually } from "../../../testing/screen.ts";
import { isHit } from "../../../testing/touch.ts";
import { waitUntilStill } from "../../../testing/waitUntilStill.ts";

const _fourMessages = () => createBranch(["First", "One.", "Second", "Two."]);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const _copyQuestion = () => page.getByRole("alertdialog", { name: "Save a Copy of the Conversation?" });

async function _openEditor(message: Locator): Promise<void> {
  await message.hover();
  await editButton(message).click();
  await expect.element(editBox()).toHaveFocus();
}

test.each([{ window: "a phone", width: 390, height: 844 }])(
  "the editor opens in full view, wherever the message is cut off: at the message field or at the header, on $window",
  async ({ width, height }) => {
    await page.viewport(width, height);
    const longAnswer = "A line of the answer.\n\n".repeat(60);
    await openStoredChat(createBranch(["First", longAnswer, "A line of the question.\n".repeat(8), longAnswer]));
    for (const block of ["end", "start"] as const) {
      const edit = editButton(questions().last());
      edit.element().scrollIntoView({ block });
      await edit.click();
      await expect.element(editBox()).toHaveFocus();
      const editor = editBox().element().closest("form")?.getBoundingClientRect();
      expect(editor?.top).toBeGreaterThanOrEqual(boxOf(banner()).bottom);
      expect(editor?.bottom).toBeLessThanOrEqual(boxOf(page.getByRole("form", { name: "Message", exact: true })).top);
      await userEvent.keyboard("{Escape}");
      await expect.element(editBox()).not.toBeInTheDocument();
    }
  },
);

test("on a phone the last question shows its actions, an earlier one shows them once it is tapped, without moving anything, and the keyboard shows them; what is tapped is 40 px high or more", async () => {
  await page.viewport(390, 844);
  await openStoredChat(createBranch(["First", "One.", "Second", "Two.", "Third", "Three."]));
  const [first, second, last] = [questions().first(), questions().nth(1), questions().last()];
  const readTops = () =>
    page
      .getByRole("article")
      .all()
      .map((article) => Math.round(boxOf(article).top));
  await eventually(() => isHit(editButton(last))).toBe(true);
  await waitUntilStill(last);
  const tops = readTops();
  expect(isHit(editButton(first))).toBe(false);
  for (const target of [editButton(last), menuButton(last), menuButton(lastAnswer())])
    expect(Math.min(boxOf(target).width, boxOf(target).height)).toBeGreaterThanOrEqual(40);
  await first.getByText("First").click();
  await eventually(() => isHit(editButton(first))).toBe(true);
  expect(readTops()).toEqual(tops);
  await editButton(first).click();
  await expect.element(editBox()).toHaveValue("First");
  expect(boxOf(editBox()).left).toBeGreaterThanOrEqual(0);
  expect(boxOf(editBox()).right).toBeLessThanOrEqual(390);
  expect(boxOf(button("Save & Submit")).height).toBeGreaterThanOrEqual(40);
  await userEvent.keyboard("{Escape}");
  await expect.element(editBox()).not.toBeInTheDocument();

  editButton(second).element().focus();
  await eventually(() => isHit(editButton(second))).toBe(true);
  expect(readTops()).toEqual(tops);
  await userEvent.keyboard("{Enter}");
  await expect.element(editBox()).toHaveValue("Second");
});
