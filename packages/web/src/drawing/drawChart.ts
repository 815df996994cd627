import { type Loader, None, parse, type Runtime, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import type { DrawingRequest, DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { chartConfig } from "./chartConfig.ts";
import { type Drawn, notUnderstood } from "./drawn.ts";
import { type ChartSpec, readChartSpec } from "./readChartSpec.ts";

/** A chart as SVG, from the data that its specification holds; without `eval`, and without loading anything. */
export async function drawChart({ kind, source, scheme }: Omit<DrawingRequest, "id">): Promise<Drawn> {
  let isPartial = false;
  const refuse = () => {
    isPartial = true;
    return Promise.reject(new Error("nothing is loaded from elsewhere"));
  };
  const loader: Loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };
  try {
    const chart = readChartSpec(source, kind === "vega" ? "vega" : "vega-lite");
    const runtime = runtimeOf(chart, scheme);
    const view = new View(runtime, { expr: expressionInterpreter, loader, logLevel: None, renderer: "none" });
    try {
      await view.runAsync();
      const svg = await view.toSVG();
      return { svg, title: chart.title, description: chart.description, isPartial };
    } finally {
      view.finalize();
    }
  } catch (error) {
    return isPartial ? { problem: "remote", detail: "" } : notUnderstood(error);
  }
}

function runtimeOf(chart: ChartSpec, scheme: DrawingScheme): Runtime {
  const config = chartConfig(scheme, chart.hasBackground);
  // The ast is what the interpreter walks in the place of code.
  const interpreted = { ast: true };
  if (chart.language === "vega") return parse(chart.spec, config, interpreted);
  return parse(compile(chart.spec, { config }).spec, {}, interpreted);
}
