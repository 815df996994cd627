import { MantineProvider } from "@mantine/core";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CommandPalette } from "./CommandPalette.tsx";

test("Enter waits for the entries that match what was typed, and typing more withdraws it", async () => {
  const runs: string[] = [];
  const buildPalette = (search: string, entry: string, isStale: boolean) => (
    <MantineProvider>
      <CommandPalette
        isOpen
        search={search}
        groups={[{ name: "Actions", entries: [{ id: entry, name: entry, run: () => runs.push(entry) }] }]}
        isStale={isStale}
        onSearch={() => {}}
        onFocus={() => {}}
        onClose={() => runs.push("closed")}
      />
    </MantineProvider>
  );
  const { rerender } = await render(buildPalette("fe", "Old", true));
  const field = page.getByRole("combobox");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  // Typing withdraws what Enter has begun.
  await userEvent.keyboard("r");
  await rerender(buildPalette("fer", "Ferns", false));
  await expect.element(page.getByRole("option", { name: "Ferns" })).toBeVisible();
  await rerender(buildPalette("fern", "Ferns", true));
  await userEvent.keyboard("{Enter}");
  await rerender(buildPalette("fern", "Fern paths", false));
  await expect.poll(() => runs).toEqual(["closed", "Fern paths"]);
});
