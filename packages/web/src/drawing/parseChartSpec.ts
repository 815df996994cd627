import { jsonrepair } from "jsonrepair";
import type { Spec } from "vega";
import type { TopLevelSpec } from "vega-lite";

/** The size, in CSS px, of a single view whose specification sets neither width nor height. */
const chartWidthPx = 550;
const chartHeightPx = 450;

const schemaUrls = {
  vega: "https://vega.github.io/schema/vega/v6.json",
  "vega-lite": "https://vega.github.io/schema/vega-lite/v6.json",
};

type JsonObject = Record<string, unknown>;
interface ChartMetadata {
  title: string;
  description: string;
  /** True if the chart sets its own background, for which its author chose the other colours. */
  hasBackground: boolean;
}

export type ChartSpec = ChartMetadata &
  ({ language: "vega"; spec: Spec } | { language: "vega-lite"; spec: TopLevelSpec });

/**
 * Parses the chart specification in a code block. Repairs almost valid JSON, a missing or wrong `$schema` and a missing
 * size. Throws if the text is not a JSON object. `fenceLanguage` is the language in the block's info string.
 */
export function parseChartSpec(text: string, fenceLanguage: "vega" | "vega-lite"): ChartSpec {
  const fields = parseJson(text);
  if (!isJsonObject(fields)) throw new Error("A specification must be a JSON object.");
  const language = detectLanguage(fields, fenceLanguage);
  const metadata = {
    title: readTitle(fields.title),
    description: typeof fields.description === "string" ? fields.description.slice(0, 5_000) : "",
    hasBackground: fields.background !== undefined && fields.background !== null,
  };
  const spec = { ...fields, $schema: schemaUrls[language], ...getDefaultSize(fields, language) };
  // The libraries validate the specification themselves and throw if a part is invalid.
  if (language === "vega") return { ...metadata, language, spec: spec as unknown as Spec };
  return { ...metadata, language, spec: spec as unknown as TopLevelSpec };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(jsonrepair(text));
  }
}

function detectLanguage(fields: JsonObject, fenceLanguage: "vega" | "vega-lite"): "vega" | "vega-lite" {
  const schema = typeof fields.$schema === "string" ? fields.$schema : "";
  if (/\/vega-lite\//.test(schema)) return "vega-lite";
  if (/\/vega\//.test(schema)) return "vega";
  if (Array.isArray(fields.marks)) return "vega";
  return vegaLiteFields.some((part) => part in fields) ? "vega-lite" : fenceLanguage;
}

const vegaLiteFields = ["mark", "layer", "hconcat", "vconcat", "concat", "repeat", "facet", "spec"];

function getDefaultSize(fields: JsonObject, language: "vega" | "vega-lite"): JsonObject {
  if (fields.width !== undefined || fields.height !== undefined) return {};
  const size = { width: chartWidthPx, height: chartHeightPx };
  if (language === "vega") return { ...size, autosize: fields.autosize ?? { type: "fit", contains: "padding" } };
  // Only a single view can be fitted to a size; composed charts keep the sizes of their parts.
  const isSingleView = "mark" in fields || "layer" in fields;
  const encoding = isJsonObject(fields.encoding) ? fields.encoding : {};
  const isFaceted = ["row", "column", "facet"].some((channel) => channel in encoding);
  if (!isSingleView || isFaceted) return {};
  return { ...size, autosize: fields.autosize ?? { type: "fit", contains: "padding" } };
}

function readTitle(title: unknown): string {
  const text = isJsonObject(title) ? title.text : title;
  if (Array.isArray(text))
    return text
      .filter((line) => typeof line === "string")
      .join(" ")
      .slice(0, 1_000);
  return typeof text === "string" ? text.slice(0, 1_000) : "";
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
