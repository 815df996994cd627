import { test } from "vitest";
import { openStage } from "../../support/openStage.ts";
import { openNew, lastAnswer } from "../../support/chatControls.ts";
import { ask } from "../../support/screen.ts";
const stage = openStage();
const f = (l: string, c: string) => "```" + l + "\n" + c + "\n```\n\n";
test("look", async () => {
  const { page } = await stage.enter();
  page.on("console", (m) => console.log("CONSOLE", m.type(), m.text(), m.location().url));
  page.on("requestfailed", (r) => console.log("FAILED", r.url(), r.failure()?.errorText));
  await openNew(page, stage.url);
  stage.workspace.models.script({ answer: "# Here\n\n" +
    f("mermaid", "graph TD\n A[Start] --> B{Is it?}\n B -->|Yes| C[OK]\n B -->|No| D[Not]\n C --> E[End]") + "text between\n\n" +
    f("vega-lite", '{"title":"Rain","data":{"values":[{"a":"A","b":28},{"a":"B","b":55},{"a":"C","b":43}]},"mark":"bar","encoding":{"x":{"field":"a"},"y":{"field":"b","type":"quantitative"},"color":{"field":"a"}}}') +
    f("vega", '{"marks": [') +
    f("mermaid", "graph TD\n A --> \n --> [") +
    f("toggle", "some **source**") + f("apiResult", '{"a": 1}') + f("json", '{"a": [1,2,{"b":null}], "c":"x"}') + f("json", '{"a": ') + "the end" }, "scripted-large");
  await ask(page, "Show me");
  await page.waitForTimeout(4000);
  await page.screenshot({ path: "/tmp/w4-a.png" });
  const log = page.getByRole("log");
  await log.evaluate((e) => { let a: Element | null = e; while (a && !/auto|scroll/.test(getComputedStyle(a).overflowY)) a = a.parentElement; if (a) a.scrollTop = 0; });
  await page.setViewportSize({ width: 1280, height: 2600 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/w4-b.png" });
  console.log(await lastAnswer(page).getByRole("img").evaluateAll((all) => all.map((i) => i.getAttribute("alt"))));
}, 60_000);
