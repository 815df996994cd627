import { describe, expect, test } from "vitest";
import { cleanSvg } from "../ui/diagrams/cleanSvg.ts";
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
  test("[C2.36a] is drawn 550 wide and 450 high", async () => {
    const drawn = await draw(bars);
    if ("problem" in drawn) throw new Error(drawn.detail);
    expect(cleanSvg(drawn.svg)).toMatchObject({ width: 550, height: 450 });
    expect(drawn.svg).toContain("55");
  });

  test("is drawn in the colours of the page, and as on paper where it has a ground of its own", async () => {
    const [dark, light, own] = await Promise.all([
      draw(bars),
      draw(bars, "vega-lite", "light"),
      draw({ ...bars, background: "white" }),
    ]);
    const colour = (drawn: Awaited<ReturnType<typeof draw>>) =>
      "svg" in drawn && drawn.svg.includes("#58b1d1") ? "dark" : "light";
    expect([dark, light, own].map(colour)).toEqual(["dark", "light", "light"]);
  });

  test("[C8.31] what is no specification is not understood", async () => {
    for (const spec of [
      "words",
      { mark: "nothing", encoding: 3 },
      { marks: 3 },
      { marks: [{ type: "rect", from: { data: "x" } }] },
    ]) {
      expect(await draw(spec, "vega"), JSON.stringify(spec)).toMatchObject({ problem: "source" });
    }
  });

  test("loads nothing: data from elsewhere leaves its source, a picture from elsewhere is left out", async () => {
    expect(await draw({ ...bars, data: { url: "https://evil.example/x.csv" } })).toMatchObject({ problem: "remote" });
    expect(await draw({ ...bars, data: { url: "data:text/csv,a,b" } })).toMatchObject({ problem: "remote" });
    const pictures = { ...bars, mark: { type: "image", url: "https://evil.example/p.png", width: 9, height: 9 } };
    const drawn = await draw(pictures);
    expect(drawn).toMatchObject({ isPartial: true });
    expect("svg" in drawn ? drawn.svg : "").not.toContain("evil.example");
  });

  test("half a specification, in which there is nothing to draw, is no chart", async () => {
    expect(await drawChart({ kind: "vega-lite", source: '{"mark": "bar",', scheme: "dark" })).toEqual({
      problem: "source",
      detail: "There is nothing to draw in it.",
    });
    expect(await draw({ ...bars, data: { values: [] } })).toHaveProperty("svg");
  });

  test("a link leads nowhere", async () => {
    const drawn = await draw({ ...bars, encoding: { ...bars.encoding, href: { value: "https://evil.example" } } });
    expect(drawn).toMatchObject({ isPartial: false });
    expect("svg" in drawn ? drawn.svg : "evil.example").not.toContain("evil.example");
  });

  test.each([
    ["a constructor", "datum.b.constructor.constructor('return globalThis.ran = 1')()"],
    ["the global object", "globalThis.ran = 1"],
    ["a function of its own", "(function(){ globalThis.ran = 1 })()"],
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
