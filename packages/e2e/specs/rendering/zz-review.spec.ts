import { afterEach, expect, test } from "vitest";
import { lastAnswer, openNew, untilDone } from "../../support/chatControls.ts";
import { noteWhatRuns } from "../../support/hostilePage.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import { ask, composer, questions, soon } from "../../support/screen.ts";

const stage = openStage();
afterEach(() => stage.workspace.models.reset());
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

test("300 diagrams", { timeout: 240_000 }, async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  const cdp = await page.context().newCDPSession(page);
  const heap = async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    return ((await cdp.send("Runtime.getHeapUsage")).usedSize / 1e6).toFixed(1);
  };
  console.log("heap before", await heap());
  const many = Array.from({ length: 300 }, (_, n) => fence("mermaid", `graph LR\n  A${n}[Start ${n}] --> B${n}{Is it ${n}?}`)).join("\n\n");
  stage.workspace.models.script({ answer: many }, "scripted-large");
  await ask(page, "Draw");
  const start = Date.now();
  await soon(() => lastAnswer(page).locator("img").count()).toBeGreaterThan(0);
  for (let at = 0; at < 200; at += 1) {
    const left = await lastAnswer(page).locator("[aria-busy=true]").count();
    const all = await lastAnswer(page).locator("img").count();
    if (at % 10 === 0) console.log(Date.now() - start, "drawn", all, "left", left, "sources", await lastAnswer(page).getByRole("group", { name: /^Code/ }).count());
    if (all >= 300) break;
    await page.waitForTimeout(500);
  }
  console.log("heap after", await heap(), await page.evaluate(() => document.querySelectorAll("*").length));
  const t0 = Date.now();
  await page.getByRole("button", { name: /light/i }).first().click();
  await composer(page).fill("typing");
  console.log("theme click + fill ms", Date.now() - t0);
  await page.waitForTimeout(8000);
  console.log("heap after theme", await heap());
  await page.getByRole("button", { name: "New chat" }).click();
  await page.waitForTimeout(2000);
  console.log("heap after leaving", await heap(), await page.locator("iframe").count());
});

test("hostile", { timeout: 120_000 }, async () => {
  const { page } = await stage.enter();
  const ran = await noteWhatRuns(page);
  await openNew(page, stage.url);
  const hostile = [
    fence("mermaid", `%%{init: {"securityLevel":"loose","htmlLabels":true,"themeCSS":"*{background:url(https://evil.example/x)}","flowchart":{"htmlLabels":true},"fontFamily":"x;}*{background:url(https://evil.example)}"}}%%\ngraph LR\n A["<img src=https://evil.example/a onerror=alert(1)>"] --> B\n click A call alert() \n click B "javascript:alert(1)"`),
    fence("mermaid", `---\nconfig:\n  securityLevel: loose\n  themeVariables:\n    primaryColor: "red;}@import 'https://evil.example/x.css';{"\n---\ngraph LR\n A-->B`),
    fence("mermaid", `graph LR\n A-->B\n style A fill:url(https://evil.example/x),stroke:#f00\n classDef x background:url(//evil.example)`),
    fence("mermaid", `graph LR\n A@{ img: "https://evil.example/x.png", label: "x", w: 60, h: 60 }\n A-->B`),
    fence("mermaid", `sequenceDiagram\n A->>B: $$x^2$$ <script>alert(1)</script>`),
    fence("mermaid", `C4Context\n Person(a, "A", "b", $sprite="https://evil.example/s.png", $link="javascript:alert(1)")`),
    fence("vega", JSON.stringify({ width: 200000, height: 10, marks: [{ type: "rect", encode: { enter: { width: { value: 5 }, height: { value: 5 } } } }] })),
    fence("vega", JSON.stringify({ marks: [{ type: "text", encode: { enter: { text: { value: "x" }, href: { value: "javascript:alert(1)" }, font: { value: "x\"/><script>alert(1)</script>" } } } }] })),
    "End of it.",
  ].join("\n\n");
  stage.workspace.models.script({ answer: hostile }, "scripted-large");
  await ask(page, "Draw");
  await soon(() => lastAnswer(page).locator("[aria-busy=true]").count()).toBe(0);
  await page.waitForTimeout(3000);
  console.log(await lastAnswer(page).locator("img").count(), "images");
  console.log(await lastAnswer(page).getByText(/only its source|other places|Failed|from there/).allTextContents());
  const svgs = await lastAnswer(page).locator("img").evaluateAll((all) => Promise.all(all.map(async (i) => (await new Promise<string>((r) => { const x = new XMLHttpRequest(); x.open("GET", i.getAttribute("src") ?? ""); x.onload = () => r(x.responseText); x.onerror = () => r("(err)"); x.send(); })))));
  console.log(svgs.map((s) => `${s.length} ${/evil|javascript|script|on\w+=/.exec(s)?.[0] ?? "clean"}`));
  console.log(ran);
  await page.screenshot({ path: "/tmp/r5-hostile.png" });
});

test("shots", { timeout: 60_000 }, async () => {
  const { page } = await stage.enter({ viewport: narrow, hasTouch: true });
  await openNew(page, stage.url);
  await ask(page, "First, with a long text that goes over the line of the phone [[answer: One.]]");
  await ask(page, "Second [[answer: Two.]]");
  await questions(page).first().getByRole("button", { name: "Edit the message" }).tap();
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/r5-phone-edit.png" });
  await page.getByRole("textbox", { name: "Text of the message" }).fill("Other words");
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/r5-phone-dialog.png" });
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await lastAnswer(page).getByRole("button", { name: /More actions/ }).tap();
  await page.waitForTimeout(400);
  await page.screenshot({ path: "/tmp/r5-phone-menu.png" });
  await page.getByRole("menuitem", { name: "Delete" }).tap();
  await page.waitForTimeout(400);
  await page.screenshot({ path: "/tmp/r5-phone-undo.png" });
});
