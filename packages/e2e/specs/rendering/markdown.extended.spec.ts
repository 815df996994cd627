import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

test("text, tables, code and drawings end at the same edge; what is wider scrolls", async () => {
  const { page } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
  await openNewConversation(page, fixture.url);
  const names = Array.from({ length: 8 }, (_, index) => `A long name ${index}`);
  const toRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const table = [toRow(names), toRow(names.map(() => "---")), toRow(names)].join("\n");
  const code = `call(${names.join(", ")})`;
  const diagram = fence("mermaid", "flowchart LR\nA --> B");
  const markdown = ["A paragraph.", table, fence("python", code), diagram].join("\n\n");
  fixture.workspace.models.script({ answer: markdown }, "scripted-large");
  await ask(page, "Show me");
  const answer = lastAnswer(page);
  const getRight = async (part: Locator) => {
    const box = await part.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const right = await getRight(answer.locator("p", { hasText: "A paragraph." }));
  const tableBox = answer.getByRole("region", { name: "Table" });
  const codeBox = answer.getByRole("group", { name: "Code, Python" });
  for (const part of [tableBox, codeBox]) {
    expect(await getRight(part)).toBe(right);
    expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0);
  }
  const diagramHead = answer.getByRole("button", { name: "Copy code" }).last().locator("..");
  expect(await getRight(diagramHead)).toBe(right);
});
