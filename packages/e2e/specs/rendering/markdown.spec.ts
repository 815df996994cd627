import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Asks and returns the model's answer, which is `markdown`. */
async function askFor(page: Page, markdown: string): Promise<Locator> {
  fixture.workspace.models.script({ answer: markdown }, "scripted-large");
  await ask(page, "Show me");
  return lastAnswer(page);
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const countColours = (block: Locator) =>
  block.locator("span").evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);

test("[C2.08] an answer has tables, links, formulas, highlighted code that can be copied and saved, and its action buttons", async () => {
  const table = "| Name | Depth |\n| --- | ---: |\n| Loch | 230 m |\n| Pond | 2 m |";
  const formulas = "Energy is $E = mc^2$ and costs $5 to $10.\n\n$$\n\\sum_{k=1}^{n} k\n$$";
  const code = 'def greet(name):\n    return f"Hello {name}"';
  const typeScript = 'const name: string = "x"; // said\nexport function f() {}';
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const answer = await askFor(
    page,
    [
      `# Lakes\n\n${formulas}\n\n${table}\n\n[more](https://example.org)`,
      fence("python", code),
      fence("ts", typeScript),
      ...["op", "invoke"].map((language) => fence(language, '{ "name": "x" }')),
    ].join("\n\n"),
  );
  await answer.getByRole("heading", { name: "Lakes" }).waitFor();
  expect(await answer.getByRole("columnheader").allInnerTexts()).toEqual(["Name", "Depth"]);
  expect(await answer.getByRole("cell").allInnerTexts()).toEqual(["Loch", "230 m", "Pond", "2 m"]);
  await answer.getByRole("link", { name: "more" }).waitFor();
  for (const name of ["Copy the answer", "Answer again"]) await answer.getByRole("button", { name }).waitFor();
  await page.getByRole("article", { name: "You" }).getByRole("button", { name: "Copy the message" }).waitFor();
  // Amounts of money stay text.
  await expectEventually(() => answer.locator("math").count()).toBe(2);
  await answer.getByRole("group", { name: "Formula" }).waitFor();
  expect(await answer.getByRole("paragraph").first().textContent()).toContain("costs $5 to $10.");

  const blocks = answer.getByRole("group", { name: /^Code/ });
  await expectEventually(() => blocks.allTextContents()).toEqual([
    code,
    typeScript,
    ...Array(2).fill('{ "name": "x" }'),
  ]);
  await expectEventually(() => countColours(blocks.nth(1))).toBeGreaterThanOrEqual(3);
  const python = answer.getByRole("group", { name: "Code, Python" }).locator("..");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await python.getByRole("button", { name: "Copy code" }).click();
  await expectVisible(python, "Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  // The button that runs Python needs the flag pythonFunction, which is off: see codeInterpreter/python.spec.ts.
  expect(await python.getByRole("button").count()).toBe(2);

  await python.getByRole("button", { name: "Download code" }).click();
  const dialog = page.getByRole("dialog", { name: "Download code" });
  const name = dialog.getByRole("textbox", { name: "File name" });
  expect(await name.inputValue()).toBe("code.py");
  await name.fill("../greet");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toBe("greet.py");
  expect(await readFile(await download.path(), "utf8")).toBe(`${code}\n`);
  await dialog.waitFor({ state: "detached" });
});
