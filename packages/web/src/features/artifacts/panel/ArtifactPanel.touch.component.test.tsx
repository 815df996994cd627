import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { artifactList, createVersion, storeArtifacts, stubArtifacts } from "../../../testing/artifacts.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, boxOf, dialogNamed } from "../../../testing/screen.ts";
import { stubPeople } from "../../../testing/stubPeople.ts";

const phone = { width: 390, height: 844 };

test("on a phone, the header has the button of the artifacts within its height, and the whole name of the chat", async () => {
  await page.viewport(phone.width, phone.height);
  stubArtifacts();
  await storeArtifacts({ versions: [createVersion()] });
  await renderApp("#c=stored");
  const button = banner().getByRole("button", { name: "Artifacts", exact: true });
  await expect.element(button).toBeVisible();
  const header = boxOf(banner());
  // It is pressed on more than what is seen of it.
  const { left, width } = boxOf(button);
  const isPressedAt = (y: number) =>
    document.elementFromPoint(left + width / 2, y)?.closest("button") === button.element();
  const rows = Array.from({ length: Math.floor(header.height) }, (_, index) => header.top + index + 0.5);
  expect(rows.filter(isPressedAt).length).toBeGreaterThanOrEqual(40);
  for (const part of [button, banner().getByText("A stored one", { exact: true })]) {
    expect(boxOf(part).top).toBeGreaterThanOrEqual(header.top);
    expect(boxOf(part).bottom).toBeLessThanOrEqual(header.bottom);
  }
});

test("on a phone, Esc closes the dialog that is over the artifact, and then the artifact", async () => {
  await page.viewport(phone.width, phone.height);
  stubArtifacts();
  stubPeople();
  await storeArtifacts({ versions: [createVersion()] });
  await renderApp("#c=stored");
  await artifactList().getByRole("button", { name: "Greeting Version 1", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Artifacts" });
  await panel.getByRole("button", { name: "Share", exact: true }).click();
  await expect.element(dialogNamed("Send Artifact")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialogNamed("Send Artifact")).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
});
