import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DetailFrame } from "../../entities/shell/detail/DetailFrame.tsx";
import { type DetailPanelContribution, openDetailPanel } from "../../entities/shell/detail/detailPanel.ts";
import { navigate } from "../../lib/fragment.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { renderInWorkspace } from "../../testing/renderApp.tsx";
import { DetailPanelHost } from "./DetailPanelHost.tsx";

const Notes = () => (
  <DetailFrame title="Notes" subject="notes">
    <button type="button" onClick={() => openDetailPanel("map")}>
      Show the map
    </button>
  </DetailFrame>
);
const TownMap = () => (
  <DetailFrame title="Map" subject="map" subtitle={<p>Of the town</p>} actions={<button type="button">Zoom</button>}>
    <p>Here</p>
  </DetailFrame>
);
const panels: readonly DetailPanelContribution[] = [
  { id: "notes", Component: lazy(async () => ({ default: Notes })) },
  { id: "map", Component: lazy(async () => ({ default: TownMap })) },
];

/** Renders a conversation with a button that opens the notes beside it. */
const renderHost = () =>
  renderInWorkspace(
    <>
      <main>
        <button type="button" onClick={() => openDetailPanel("notes")}>
          Show the notes
        </button>
      </main>
      <DetailPanelHost panels={panels} />
    </>,
  );

const opener = () => page.getByRole("button", { name: "Show the notes" });
const beside = (name: string) => page.getByRole("complementary", { name });
const over = (name: string) => page.getByRole("dialog", { name });

test("a second content takes the place and the focus of the first; Esc closes it and returns the focus to where the first was opened", async () => {
  await page.viewport(1440, 900);
  await renderHost();
  await opener().click();
  await expect.element(beside("Notes")).toHaveFocus();
  await page.getByRole("button", { name: "Show the map" }).click();
  await expect.element(beside("Map")).toHaveFocus();
  await expect.element(beside("Map").getByText("Of the town")).toBeVisible();
  await expect.element(beside("Map").getByRole("button", { name: "Zoom" })).toBeVisible();
  expect(beside("Notes").elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(beside("Map")).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});

test("without space beside the conversation, a content is over it, and a second one takes its place", async () => {
  await page.viewport(600, 800);
  await renderHost();
  await opener().click();
  await over("Notes").getByRole("button", { name: "Show the map" }).click();
  await expect.element(over("Map").getByText("Here")).toBeVisible();
  expect(over("Notes").elements()).toEqual([]);
  await over("Map").getByRole("button", { name: "Close" }).click();
  await expect.element(over("Map")).not.toBeInTheDocument();
});

test("a content closes when another conversation or page is opened, and an unknown id opens nothing", async () => {
  await page.viewport(1440, 900);
  await renderHost();
  openDetailPanel("notes");
  await expect.element(beside("Notes")).toBeVisible();
  navigate("#page=home");
  await expect.element(beside("Notes")).not.toBeInTheDocument();
  openDetailPanel("almanac");
  expect(page.getByRole("complementary").elements()).toEqual([]);
});
