import { expect, test } from "vitest";
import {
  openPrompts,
  promptPanel,
  promptRow,
  promptTree,
  readPromptNames,
  writeNewPrompt,
} from "../../support/pages/promptControls.ts";
import { expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const openHelpers = [
  "Helpers",
  "Create Diagram",
  "Create PowerPoint",
  "Create Visualization",
  "CSV Extractor",
  "Summary with Quotations",
];
const builtInRows = [...openHelpers, "Custom Instructions"];

test("[A9.01b] [A2.13] the right panel contains the prompts, is initially closed, is 280 px wide, and stays open over a reload; it is loaded when it first opens, and then prompts can be written offline, and dragged into a folder", async () => {
  const { page, context, userId } = await fixture.openSignedIn();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await openWorkspace(page, fixture.url);
  expect(await promptPanel(page).isVisible()).toBe(false);
  expect(scripts.filter((url) => /RightPanel|PromptEditor/.test(url))).toEqual([]);
  const editorResponse = page.waitForResponse((response) => /PromptEditor.*\.js/.test(response.url()));
  await openPrompts(page);
  await promptPanel(page).getByRole("heading", { name: "Prompts" }).waitFor();
  await expectEventually(() => promptPanel(page).boundingBox()).toMatchObject({ width: 280, x: 1000 });
  expect(await readPromptNames(page)).toEqual(builtInRows);
  const chat = page.getByRole("region", { name: "Chat", exact: true });
  await expectEventually(async () => (await chat.boundingBox())?.width).toBe(420);
  expect(await page.evaluate((id) => localStorage.getItem(`lectern.${id}.showPromptbar`), userId)).toBe("true");

  await (await editorResponse).finished();
  await context.setOffline(true);
  await writeNewPrompt(page, "Without a network", "Text");
  await promptRow(page, "Without a network").waitFor();
  await context.setOffline(false);
  await page.reload();
  await promptTree(page).waitFor();
  expect(await readPromptNames(page)).toEqual([...builtInRows, "Without a network"]);
  // The code for dragging is loaded when the page is idle.
  await expectEventually(() => promptTree(page).getAttribute("data-drags")).toBe("");
  await promptRow(page, "Without a network").dragTo(promptRow(page, "Custom Instructions"));
  await promptRow(page, "Without a network").waitFor({ state: "detached" });
  await promptRow(page, "Helpers").click();
  await promptRow(page, "Create Diagram").waitFor({ state: "detached" });
  await page.reload();
  await promptTree(page).waitFor();
  await expectEventually(() => readPromptNames(page)).toEqual(["Helpers", "Custom Instructions"]);
  await promptRow(page, "Custom Instructions").click();
  await promptRow(page, "Without a network").waitFor();
  await page.getByRole("button", { name: "Hide Prompts" }).click();
  await promptPanel(page).waitFor({ state: "hidden" });
  await expectEventually(async () => (await chat.boundingBox())?.width).toBe(1280 - 450);
});
