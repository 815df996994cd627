import { describe, expect, test } from "vitest";
import { sanitizeSvg } from "../ui/diagrams/sanitizeSvg.ts";
import { drawChart } from "./drawChart.ts";

const values = [
  { a: "A", b: 28 },
  { a: "B", b: 55 },
];
const bars = {
  data: { values },
  mark: "bar",
  encoding: { x: { field: "a" }, y: { field: "b", type: "quantitative" } },
};
const draw = (spec: unknown, kind: "vega" | "vega-lite" = "vega-lite", scheme: "dark" | "light" = "dark") =>
  drawChart({ kind, source: typeof spec === "string" ? spec : JSON.stringify(spec), scheme });

describe("a chart", () => {
  test("[C2.36a] [C9.19] is drawn 550 wide and 450 high", async () => {
    const result = await draw(bars);
    if ("problem" in result) throw new Error(result.detail);
    expect(sanitizeSvg(result.svg)).toMatchObject({ width: 550, height: 450 });
    expect(result.svg).toContain("55");
  });

  test("uses the page's colour scheme, or light colours if it has its own background", async () => {
    const [dark, light, ownBackground] = await Promise.all([
      draw(bars),
      draw(bars, "vega-lite", "light"),
      draw({ ...bars, background: "white" }),
    ]);
    const schemeOf = (result: Awaited<ReturnType<typeof draw>>) =>
      "svg" in result && result.svg.includes("#58b1d1") ? "dark" : "light";
    expect([dark, light, ownBackground].map(schemeOf)).toEqual(["dark", "light", "light"]);
  });

  test("[C8.31] text that is not a specification is a source problem", async () => {
    for (const spec of [
      "words",
      { mark: "nothing", encoding: 3 },
      { marks: 3 },
      { marks: [{ type: "rect", from: { data: "x" } }] },
    ]) {
      expect(await draw(spec, "vega"), JSON.stringify(spec)).toMatchObject({ problem: "source" });
    }
  });

  test("loads nothing: external data makes it fail, and an external image is left out", async () => {
    expect(await draw({ ...bars, data: { url: "https://evil.example/x.csv" } })).toMatchObject({ problem: "remote" });
    expect(await draw({ ...bars, data: { url: "data:text/csv,a,b" } })).toMatchObject({ problem: "remote" });
    const pictures = { ...bars, mark: { type: "image", url: "https://evil.example/p.png", width: 9, height: 9 } };
    const result = await draw(pictures);
    expect(result).toMatchObject({ isPartial: true });
    expect("svg" in result ? result.svg : "").not.toContain("evil.example");
  });

  test("a partial specification with nothing to draw fails", async () => {
    expect(await drawChart({ kind: "vega-lite", source: '{"mark": "bar",', scheme: "dark" })).toEqual({
      problem: "source",
      detail: "The specification draws nothing.",
    });
    expect(await draw({ ...bars, data: { values: [] } })).toHaveProperty("svg");
  });

  test("links have no target", async () => {
    const result = await draw({ ...bars, encoding: { ...bars.encoding, href: { value: "https://evil.example" } } });
    expect(result).toMatchObject({ isPartial: false });
    expect("svg" in result ? result.svg : "evil.example").not.toContain("evil.example");
  });

  test.each([
    ["a constructor", "datum.b.constructor.constructor('return globalThis.ran = 1')()"],
    ["the global object", "globalThis.ran = 1"],
    ["a function expression", "(function(){ globalThis.ran = 1 })()"],
    ["a prototype", "datum['__proto__']['polluted'] = 1"],
    ["eval", "eval('globalThis.ran = 1')"],
    ["fetch", "fetch('https://evil.example')"],
  ])("runs no code: %s", async (_, expr) => {
    await draw({ ...bars, transform: [{ calculate: expr, as: "c" }] });
    await draw({ signals: [{ name: "s", init: expr }], marks: [] }, "vega");
    expect(Reflect.get(globalThis, "ran")).toBeUndefined();
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
