import { getFeatureFlags, getOwnUsage } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, dialogNamed } from "../../testing/screen.ts";
import { failOp, stubOp } from "../../testing/stubServer.ts";

const dialog = () => dialogNamed("Usage");
const sums = { calls: 3, inputTokens: 12_000, outputTokens: 900 };

beforeEach(() => {
  stubOp(getOwnUsage, {
    months: [
      {
        ...{ month: "2026-11", total: { ...sums, cost: "3.25" } },
        models: [{ modelId: "large", name: "Large", ...sums, cost: "3.25" }],
      },
      {
        ...{ month: "2026-10", total: { ...sums, cost: "1" } },
        models: [{ modelId: "old", name: "Old", ...sums, cost: "1" }],
      },
    ],
  });
});

async function open(mtdCost: boolean): Promise<void> {
  stubOp(getFeatureFlags, createFlags({ mtdCost }));
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Usage" }).click();
}

test("people see what they have used by month and model; the newest month is open", async () => {
  await open(true);
  await expect
    .element(dialog().getByRole("table", { name: "Usage in November 2026 by model" }))
    .toHaveTextContent("ModelTokens readTokens writtenCostLarge12,000900$3.25");
  await expect.element(dialog().getByRole("cell", { name: "$1.00" })).not.toBeInTheDocument();
  await dialog().getByText("October 2026").click();
  await expect.element(dialog().getByRole("rowheader", { name: "Old" })).toBeVisible();
});

test("where people do not see costs, months have tokens only", async () => {
  await open(false);
  await expect.element(dialog().getByText("12,900 tokens").first()).toBeVisible();
  await expect.element(dialog().getByText("$3.25")).not.toBeInTheDocument();
});

test("nothing used is said, and what cannot be loaded is loaded again on request", async () => {
  failOp(getOwnUsage, "The database is busy.");
  await open(true);
  await expect.element(dialog().getByRole("alert").getByText("The database is busy.")).toBeVisible();
  stubOp(getOwnUsage, { months: [] });
  await dialog().getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog().getByText("No usage in the last 12 months.")).toBeVisible();
});
