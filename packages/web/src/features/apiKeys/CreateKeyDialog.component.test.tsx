import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderInWorkspace } from "../../testing/renderApp.tsx";
import { dialogNamed } from "../../testing/screen.ts";
import { stubApiKeys } from "../../testing/stubApiKeys.ts";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";

function Opener() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <CreateKeyDialog isOpen={isOpen} onClose={() => setIsOpen(false)} onShowAccounts={() => {}} />
    </>
  );
}

test("the secret of a created key is forgotten once the dialog has disappeared", async () => {
  stubApiKeys([]);
  await renderInWorkspace(<Opener />);
  const form = dialogNamed("Create an API key");
  await form.getByLabelText("Name").fill("Course site");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  const created = dialogNamed("Your key “Course site”");
  await expect.element(created.getByText("amp-v1-1", { exact: true })).toBeVisible();
  await created.getByRole("button", { name: "Done" }).click();
  await expect.element(created).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(form).toBeVisible();
  await expect.element(page.getByText("amp-v1-1")).not.toBeInTheDocument();
});
