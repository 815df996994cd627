import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { confirmWith, createChat } from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, boxOf, eventually } from "../../../testing/screen.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";

const menuButton = () => page.getByRole("button", { name: "More actions", exact: true });

/** Chooses an action from the menu. On a narrow screen, rare actions are in its second level. */
async function _chooseInHeader(action: string): Promise<void> {
  await menuButton().click();
  const item = page.getByRole("menuitem", { name: action, exact: true });
  const more = page.getByRole("menuitem", { name: "More", exact: true });
  await eventually(() => item.query() ?? more.query()).toBeTruthy();
  if (!item.query()) await more.click();
  await item.click();
}

test("on a phone the header names the model and the place of the chat below its title, and each is changed there", async () => {
  await page.viewport(390, 844);
  stubCloud();
  await storeLocalConversations(createChat("one", "Number one"));
  await renderApp("#c=one");
  const title = banner().getByRole("heading", { name: "Number one" });
  const model = banner().getByRole("button", { name: /scripted/ });
  const place = banner().getByRole("button", { name: /^This browser,/ });
  await expect.element(place).toHaveTextContent("This browser");
  await expect.element(model).toBeVisible();
  const [titleBox, modelBox, placeBox] = [boxOf(title), boxOf(model), boxOf(place)];
  for (const box of [modelBox, placeBox]) expect(box.top).toBeGreaterThan(titleBox.top + 10);
  expect(placeBox.left).toBeGreaterThan(modelBox.right);
  // The title keeps the width between the buttons at the edges.
  expect(titleBox.width).toBeGreaterThan(390 / 2);

  // The focus ring of the model does not reach into the title.
  await userEvent.keyboard("{Tab}");
  model.element().focus();
  const { outlineOffset, outlineWidth } = getComputedStyle(model.element());
  const ringOverhang = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  expect(modelBox.top - ringOverhang).toBeGreaterThanOrEqual(titleBox.bottom - 1);

  // Both can be pressed above their line, too.
  for (const [button, box] of [
    [model, modelBox],
    [place, placeBox],
  ] as const) {
    expect(button.element().contains(document.elementFromPoint(box.left + 20, 8))).toBe(true);
  }
  await model.click();
  await expect.element(page.getByRole("listbox", { name: "Models" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("listbox", { name: "Models" })).not.toBeInTheDocument();
  await place.click();
  await page.getByRole("menuitemradio", { name: "Cloud" }).click();
  await confirmWith("Move to the cloud");
  await expect.element(banner().getByRole("button", { name: /^Cloud,/ })).toHaveTextContent("Cloud");
});
