import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { ask, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** Opens a conversation in which the model has just answered with `markdown`. */
async function openAnswer(markdown: string) {
  const visitor = await fixture.openSignedIn();
  await openNewConversation(visitor.page, fixture.url);
  fixture.workspace.models.script({ answer: markdown }, "scripted-large");
  await ask(visitor.page, "Show me");
  return { ...visitor, answer: lastAnswer(visitor.page) };
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const colours = (page: Page) =>
  lastAnswer(page)
    .locator("pre span")
    .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);

describe("an answer", () => {
  test("[C2.08] has tables, links and code blocks, and its action buttons", async () => {
    const table = "| Name | Depth |\n| --- | ---: |\n| Loch | 230 m |\n| Pond | 2 m |";
    const { page, answer } = await openAnswer(
      `# Lakes\n\n${table}\n\n[more](https://example.org)\n\n${fence("ts", "const x = 1;")}`,
    );
    await answer.getByRole("heading", { name: "Lakes" }).waitFor();
    expect(await answer.getByRole("columnheader").allInnerTexts()).toEqual(["Name", "Depth"]);
    expect(await answer.getByRole("cell").allInnerTexts()).toEqual(["Loch", "230 m", "Pond", "2 m"]);
    await answer.getByRole("link", { name: "more" }).waitFor();
    expect(await answer.getByRole("group", { name: "Code, TypeScript" }).textContent()).toBe("const x = 1;");
    for (const name of ["Copy the answer", "Answer again"]) await answer.getByRole("button", { name }).waitFor();
    await page.getByRole("article", { name: "You" }).getByRole("button", { name: "Copy the message" }).waitFor();
  });

  test("is rendered as it streams: an unclosed table or code block is already a table or code block", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    models.script({ answer: "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |", hangAfter: 16 }, "scripted-large");
    await send(page, "A table");
    await models.whenPaused();
    await expectEventually(() => lastAnswer(page).getByRole("cell").count()).toBeGreaterThanOrEqual(2);
    models.resume();
    await waitForAnswerEnd(page);
    models.script(
      { answer: "```python\nfor x in range(3):\n    print(x)\n```\nAfter", hangAfter: 4 },
      "scripted-large",
    );
    await send(page, "Code");
    await models.whenPaused();
    await lastAnswer(page).getByRole("group", { name: "Code, Python" }).waitFor();
    models.resume();
    await waitForAnswerEnd(page);
    await expectVisible(lastAnswer(page), "After");
  });

  test("has formulas, and amounts of money stay text", async () => {
    const { answer } = await openAnswer("Energy is $E = mc^2$ and costs $5 to $10.\n\n$$\n\\sum_{k=1}^{n} k\n$$");
    await answer.locator("math").first().waitFor({ state: "attached" });
    await expectEventually(() => answer.locator("math").count()).toBe(2);
    await answer.getByRole("group", { name: "Formula" }).waitFor();
    expect(await answer.getByRole("paragraph").first().textContent()).toContain("costs $5 to $10.");
  });
});

describe("a link", () => {
  test("[C2.11] with # acts in the app, http and https open a new tab, mailto stays, all else is text", async () => {
    const { context, page, answer } = await openAnswer(
      [
        "[files](#page=home)",
        "[secure](https://example.org/a?b=c)",
        "[plain](http://example.org/)",
        "[mail](mailto:ann@example.org)",
        "[script](javascript:alert(1))",
        "[data](data:text/html,x)",
        "[file](file:///etc/passwd)",
        "[relative](/auth/signout)",
        "[ftp](ftp://example.org/x)",
      ].join("\n\n"),
    );
    const links = answer.getByRole("link");
    expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]))).toEqual([
      ["secure", "https://example.org/a?b=c"],
      ["plain", "http://example.org/"],
      ["mail", "mailto:ann@example.org"],
    ]);
    for (const name of ["secure", "plain"]) {
      const link = answer.getByRole("link", { name });
      expect(await link.getAttribute("target")).toBe("_blank");
      expect(await link.getAttribute("rel")).toMatch(/\bnoopener\b/);
    }
    await context.route("http*://example.org/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>There" }),
    );
    for (const name of ["script", "data", "file", "relative", "ftp"]) {
      expect(await answer.getByRole("button", { name, exact: true }).count()).toBe(0);
      await answer.getByText(name, { exact: true }).click();
    }
    expect(new URL(page.url()).origin).toBe(fixture.url);
    expect(context.pages()).toHaveLength(1);
    await answer.getByRole("button", { name: "files" }).click();
    await expectEventually(() => page.url()).toContain("page=home");
    expect(context.pages()).toHaveLength(1);
  });
});

describe("a code block", () => {
  test("[C2.56] copies its code, and saves it under a name that the person is asked for", async () => {
    const code = 'def greet(name):\n    return f"Hello {name}"';
    const { page, context, answer } = await openAnswer(`Here:\n\n${fence("python", code)}`);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await answer.getByRole("button", { name: "Copy code" }).click();
    await expectVisible(answer, "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    // The buttons for Python need the flag pythonFunction, which is off.
    expect(await answer.locator("pre").locator("..").getByRole("button").count()).toBe(2);

    await answer.getByRole("button", { name: "Download code" }).click();
    const dialog = page.getByRole("dialog", { name: "Download code" });
    const name = dialog.getByRole("textbox", { name: "File name" });
    expect(await name.inputValue()).toBe("code.py");
    await name.fill("../greet");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(download.suggestedFilename()).toBe("greet.py");
    expect(await readFile(await download.path(), "utf8")).toBe(`${code}\n`);
    await dialog.waitFor({ state: "detached" });
  });

  test("has syntax highlighting", async () => {
    const { page } = await openAnswer(fence("typescript", 'const name: string = "x"; // said\nexport function f() {}'));
    await expectEventually(() => colours(page)).toBeGreaterThanOrEqual(3);
  });

  test.each(["op", "assistant", "APIdoc"])("of %s shows its language", async (language) => {
    const { answer } = await openAnswer(fence(language, '{ "name": "x" }'));
    await expectEventually(() => answer.getByRole("group", { name: /^Code/ }).textContent()).toBe('{ "name": "x" }');
  });
});
