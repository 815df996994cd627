import { describe, expect, test } from "vitest";
import { parseChartSpec } from "./parseChartSpec.ts";

const bars = { mark: "bar", encoding: { x: { field: "a" } } };

describe("a chart's specification", () => {
  test("[C2.36a] is 550 wide and 450 high unless it sets a size", () => {
    expect(parseChartSpec(JSON.stringify(bars), "vega-lite").spec).toMatchObject({ width: 550, height: 450 });
    expect(parseChartSpec('{"marks":[]}', "vega").spec).toMatchObject({ width: 550, height: 450 });
    expect(parseChartSpec(JSON.stringify({ ...bars, width: 100 }), "vega-lite").spec).not.toHaveProperty("height");
    expect(parseChartSpec(JSON.stringify({ hconcat: [bars, bars] }), "vega-lite").spec).not.toHaveProperty("width");
  });

  test.each([
    ["an extra comma", '{"mark":"bar",}'],
    ["single quotes", "{'mark':'bar'}"],
    ["a missing end", '{"mark":"bar","encoding":{"x":{"field":"a"}'],
    ["a comment", '{"mark":"bar" // bars\n}'],
    ["a fence inside", '```json\n{"mark":"bar"}\n```'],
  ])("[C8.31] is repaired: %s", (_, text) => {
    expect(parseChartSpec(text, "vega-lite").spec).toMatchObject({ mark: "bar" });
  });

  test("[C8.31] gets the language it is written in, whatever its block or $schema names", () => {
    expect(parseChartSpec(JSON.stringify(bars), "vega")).toMatchObject({
      language: "vega-lite",
      spec: { $schema: "https://vega.github.io/schema/vega-lite/v6.json" },
    });
    expect(parseChartSpec('{"marks":[]}', "vega-lite").language).toBe("vega");
    const older = { ...bars, $schema: "https://vega.github.io/schema/vega-lite/v4.json" };
    expect(parseChartSpec(JSON.stringify(older), "vega").language).toBe("vega-lite");
    expect(parseChartSpec('{"$schema":"https://evil.example/x.json","marks":[]}', "vega").spec.$schema).toBe(
      "https://vega.github.io/schema/vega/v6.json",
    );
  });

  test.each(["", "[]", "12", "a sentence about rain", "null"])(
    "throws for text that is not a specification: %j",
    (text) => {
      expect(() => parseChartSpec(text, "vega-lite")).toThrow();
    },
  );

  test("includes the title and the description", () => {
    const text = JSON.stringify({ ...bars, title: { text: ["Rain", "by month"] }, description: "It rains." });
    expect(parseChartSpec(text, "vega-lite")).toMatchObject({ title: "Rain by month", description: "It rains." });
  });
});
