import { deleteFile, queryFiles } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderApp } from "../../../testing/renderApp.tsx";
import { createFileRecord } from "../../../testing/stubFiles.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { listInputs, stubOp } from "../../../testing/stubServer.ts";

test("group management shows the group's files with the assistants that use them, and unused ones are deleted after a question", async () => {
  stubGroups([{ name: "Physics" }]);
  const usedBy = [{ id: "astgp/1", name: "Heat tutor", isEarlier: false }];
  let files = [
    { ...createFileRecord({ name: "heat.txt", size: 14 }), usedBy },
    { ...createFileRecord({ name: "light.txt", size: 15 }), usedBy: [] },
  ];
  const light = files[1]?.id;
  stubOp(queryFiles, ({ groupId }) => {
    const items = groupId === "Physics_1" ? files : [];
    const bytes = items.reduce((sum, { size }) => sum + (size ?? 0), 0);
    return { items, pageKey: null, total: { count: items.length, bytes } };
  });
  stubOp(deleteFile, ({ key }) => {
    files = files.filter(({ id }) => id !== key);
    return {};
  });
  await renderApp("#admin=Physics_1&tab=group");
  const section = page.getByRole("region", { name: "Files", exact: true });
  const items = section.getByRole("listitem");
  const readItems = () => items.elements().map(({ textContent }) => textContent);
  await expect
    .poll(readItems)
    .toEqual([
      expect.stringMatching(/heat\.txt\s*Used by Heat tutor\s*14 bytes/),
      expect.stringMatching(/light\.txt\s*No assistant uses it\s*15 bytes/),
    ]);
  await expect.element(section.getByText("2 files, 29 bytes")).toBeVisible();
  const used = section.getByRole("button", { name: "Delete heat.txt: Remove it from “Heat tutor” first" });
  await expect.element(used).toHaveAttribute("aria-disabled", "true");
  (used.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
  await section.getByRole("button", { name: "Delete light.txt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete file" }).click();
  await expect.element(page.getByText("1 file deleted.")).toBeVisible();
  await expect.element(section.getByText("1 file, 14 bytes")).toBeVisible();
  expect(readItems()).toEqual([expect.stringMatching(/heat\.txt/)]);
  expect(listInputs(deleteFile)).toEqual([{ key: light }]);
});
