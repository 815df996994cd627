import { describe, expect, test } from "vitest";
import { readChartSpec } from "./readChartSpec.ts";

const bars = { mark: "bar", encoding: { x: { field: "a" } } };

describe("a chart's specification", () => {
  test("[C2.36a] is 550 wide and 450 high where it says nothing else", () => {
    expect(readChartSpec(JSON.stringify(bars), "vega-lite").spec).toMatchObject({ width: 550, height: 450 });
    expect(readChartSpec('{"marks":[]}', "vega").spec).toMatchObject({ width: 550, height: 450 });
    expect(readChartSpec(JSON.stringify({ ...bars, width: 100 }), "vega-lite").spec).not.toHaveProperty("height");
    expect(readChartSpec(JSON.stringify({ hconcat: [bars, bars] }), "vega-lite").spec).not.toHaveProperty("width");
  });

  test.each([
    ["a comma too many", '{"mark":"bar",}'],
    ["quotes of another kind", "{'mark':'bar'}"],
    ["an end that is missing", '{"mark":"bar","encoding":{"x":{"field":"a"}'],
    ["a comment", '{"mark":"bar" // bars\n}'],
    ["a fence inside", '```json\n{"mark":"bar"}\n```'],
  ])("[C8.31] is repaired: %s", (_, text) => {
    expect(readChartSpec(text, "vega-lite").spec).toMatchObject({ mark: "bar" });
  });

  test("[C8.31] gets the language that it is written in, whatever the block or its $schema says", () => {
    expect(readChartSpec(JSON.stringify(bars), "vega")).toMatchObject({
      language: "vega-lite",
      spec: { $schema: "https://vega.github.io/schema/vega-lite/v6.json" },
    });
    expect(readChartSpec('{"marks":[]}', "vega-lite").language).toBe("vega");
    const older = { ...bars, $schema: "https://vega.github.io/schema/vega-lite/v4.json" };
    expect(readChartSpec(JSON.stringify(older), "vega").language).toBe("vega-lite");
    expect(readChartSpec('{"$schema":"https://evil.example/x.json","marks":[]}', "vega").spec.$schema).toBe(
      "https://vega.github.io/schema/vega/v6.json",
    );
  });

  test.each(["", "[]", "12", "a sentence about rain", "null"])("is none: %j", (text) => {
    expect(() => readChartSpec(text, "vega-lite")).toThrow();
  });

  test("says what it shows", () => {
    const text = JSON.stringify({ ...bars, title: { text: ["Rain", "by month"] }, description: "It rains." });
    expect(readChartSpec(text, "vega-lite")).toMatchObject({ title: "Rain by month", description: "It rains." });
  });
});
