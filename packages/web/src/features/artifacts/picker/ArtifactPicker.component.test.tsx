import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { stubArtifacts } from "../../../testing/artifacts.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../../testing/screen.ts";

test("on a phone the button is in the line below the chat's name, however long it is, and can be pressed on the height of the header", async () => {
  stubArtifacts();
  await storeLocalConversations(
    createConversation({
      name: "A name that has no room in the header of a phone",
      messages: createBranch(["Hi", "Ho"]),
    }),
  );
  await page.viewport(390, 844);
  await renderApp("#c=stored");
  const button = page.getByRole("banner").getByRole("button", { name: "Artifacts", exact: true });
  await expect.element(button).toBeVisible();
  const name = page.getByRole("heading", { level: 1 });
  await eventually(() => boxOf(button).top >= boxOf(name).bottom - 1).toBe(true);
  const { left, width } = boxOf(button);
  const pressed = document.elementFromPoint(left + width / 2, boxOf(name).top + 2);
  expect(pressed?.closest("button")).toBe(button.element());
});
