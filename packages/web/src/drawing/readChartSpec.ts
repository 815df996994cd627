import { jsonrepair } from "jsonrepair";
import type { Spec } from "vega";
import type { TopLevelSpec } from "vega-lite";

/** How wide and high a chart is that does not say so itself. CSS px. */
const chartWidthPx = 550;
const chartHeightPx = 450;

const schemas = {
  vega: "https://vega.github.io/schema/vega/v6.json",
  "vega-lite": "https://vega.github.io/schema/vega-lite/v6.json",
};

type Fields = Record<string, unknown>;
interface ChartFacts {
  title: string;
  description: string;
  /** The chart brings its own ground, for which its colours are meant. */
  hasBackground: boolean;
}

export type ChartSpec = ChartFacts & ({ language: "vega"; spec: Spec } | { language: "vega-lite"; spec: TopLevelSpec });

/**
 * The specification in the text of a block, after one repair where it needs it: JSON that is not quite JSON, a missing or wrong `$schema`,
 * a missing size. Throws where there is none. `named`: the language that the block names.
 */
export function readChartSpec(text: string, named: "vega" | "vega-lite"): ChartSpec {
  const fields = readJson(text);
  if (!isFields(fields)) throw new Error("A specification is a JSON object.");
  const language = languageOf(fields, named);
  const facts = {
    title: titleOf(fields.title),
    description: typeof fields.description === "string" ? fields.description.slice(0, 5_000) : "",
    hasBackground: fields.background !== undefined && fields.background !== null,
  };
  const spec = { ...fields, $schema: schemas[language], ...sizeOf(fields, language) };
  // The libraries look at every part of it themselves, and throw where they do not understand one.
  if (language === "vega") return { ...facts, language, spec: spec as unknown as Spec };
  return { ...facts, language, spec: spec as unknown as TopLevelSpec };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(jsonrepair(text));
  }
}

function languageOf(fields: Fields, named: "vega" | "vega-lite"): "vega" | "vega-lite" {
  const schema = typeof fields.$schema === "string" ? fields.$schema : "";
  if (/\/vega-lite\//.test(schema)) return "vega-lite";
  if (/\/vega\//.test(schema)) return "vega";
  if (Array.isArray(fields.marks)) return "vega";
  return liteParts.some((part) => part in fields) ? "vega-lite" : named;
}

const liteParts = ["mark", "layer", "hconcat", "vconcat", "concat", "repeat", "facet", "spec"];

function sizeOf(fields: Fields, language: "vega" | "vega-lite"): Fields {
  if (fields.width !== undefined || fields.height !== undefined) return {};
  const size = { width: chartWidthPx, height: chartHeightPx };
  if (language === "vega") return { ...size, autosize: fields.autosize ?? { type: "fit", contains: "padding" } };
  // Only a single view can be fitted; charts of several keep the size of their parts.
  const isSingle = "mark" in fields || "layer" in fields;
  const encoding = isFields(fields.encoding) ? fields.encoding : {};
  const isFaceted = ["row", "column", "facet"].some((channel) => channel in encoding);
  if (!isSingle || isFaceted) return {};
  return { ...size, autosize: fields.autosize ?? { type: "fit", contains: "padding" } };
}

function titleOf(title: unknown): string {
  const text = isFields(title) ? title.text : title;
  if (Array.isArray(text))
    return text
      .filter((line) => typeof line === "string")
      .join(" ")
      .slice(0, 1_000);
  return typeof text === "string" ? text.slice(0, 1_000) : "";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
