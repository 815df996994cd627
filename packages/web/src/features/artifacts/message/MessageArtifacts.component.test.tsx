import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  artifactList,
  artifactPanel,
  createVersion,
  storeArtifacts,
  stubArtifacts,
} from "../../../testing/artifacts.ts";
import { lastAnswer } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";

const version = createVersion();
const block = (fields: object) => `Here.\n\n\`\`\`autoArtifacts\n${JSON.stringify(fields)}\n\`\`\``;

test("the buttons below an answer name the artifact and its version, show when it was made, and can be removed, which can be undone [C2.35] [C8.30]", async () => {
  stubArtifacts();
  await storeArtifacts({ versions: [version] });
  await renderApp("#c=stored");
  const button = artifactList().getByRole("button", { name: "Greeting Version 1", exact: true });
  await expect.element(button).toBeVisible();
  await button.hover();
  await expect.element(page.getByRole("tooltip").getByText("Created Nov 29, 2026", { exact: true })).toBeVisible();
  await artifactList().getByRole("button", { name: "Remove Greeting, version 1, from this chat" }).click();
  await expect.element(page.getByText("Artifact Removed", { exact: true })).toBeVisible();
  await expect.element(artifactList()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(button).toBeVisible();
});

test.for([
  ["stopped", "The artifact was stopped. What was written is kept."],
  [
    "cancelled",
    "Unfortunately, we were unable to create your artifact at this time. Please resend your last prompt, possibly with a more advanced model to try again.",
  ],
] as const)("an answer says that its artifact is %s", async ([status, text]) => {
  stubArtifacts();
  await storeArtifacts({ versions: [], status });
  await renderApp("#c=stored");
  await expect.element(lastAnswer().getByText(text, { exact: true })).toBeVisible();
});

test("a button whose version is gone says so, and opens the latest version [C8.26]", async () => {
  stubArtifacts();
  await storeArtifacts({ versions: [createVersion({ version: 2 })], entries: [version] });
  await renderApp("#c=stored");
  await artifactList().getByRole("button", { name: "Greeting Version 1", exact: true }).click();
  await expect
    .element(
      page.getByText("This version is no longer available, directing you to the latest version of this artifact.", {
        exact: true,
      }),
    )
    .toBeVisible();
  await expect.element(artifactPanel().getByText("Version 2 · Nov 29, 2026")).toBeVisible();
});

test("a request for an artifact is a card with its name and description, without its JSON", async () => {
  stubArtifacts();
  const text = block({
    instructions: "Secret plan",
    name: "Sales chart",
    description: "Sales by month",
    type: "react",
  });
  await storeArtifacts({ versions: [version], entries: [], text });
  await renderApp("#c=stored");
  const card = lastAnswer().getByRole("region", { name: "Artifact requested" });
  await expect.element(card.getByText("Sales chart", { exact: true })).toBeVisible();
  await expect.element(card.getByText("Sales by month", { exact: true })).toBeVisible();
  await expect.element(lastAnswer().getByText("Secret plan")).not.toBeInTheDocument();
});

test.for([
  ["a request", block({ instructions: "Write it.", name: "Greeting" })],
  ["what could not be read", "Here.\n\n```autoArtifacts\nGreeting, please.\n```"],
])("the button of an artifact replaces %s above it, also once it is removed and restored", async ([, text = ""]) => {
  stubArtifacts();
  await storeArtifacts({ versions: [version], text });
  await renderApp("#c=stored");
  await expect.element(artifactList()).toBeVisible();
  const request = lastAnswer().getByText(/^Greeting/);
  const countVisible = () => request.elements().filter((element) => element.checkVisibility()).length;
  await expect.poll(countVisible).toBe(1);
  await artifactList().getByRole("button", { name: "Remove Greeting, version 1, from this chat" }).click();
  await expect.element(artifactList()).not.toBeInTheDocument();
  await expect.poll(countVisible).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(artifactList()).toBeVisible();
  await expect.poll(countVisible).toBe(1);
});

test("the URL names the artifact that is open, and opens it again", async () => {
  stubArtifacts();
  await storeArtifacts({ versions: [version, createVersion({ version: 2 })] });
  await renderApp(`#c=stored&artifact=${version.artifactId}&v=1`);
  await expect.element(artifactPanel().getByText("Version 1 · Nov 29, 2026")).toBeVisible();
  await artifactPanel().getByRole("button", { name: "Next version" }).click();
  await expect.poll(() => location.hash).toBe(`#c=stored&artifact=${version.artifactId}&v=2`);
  await artifactPanel().getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(() => location.hash).toBe("#c=stored");
});
