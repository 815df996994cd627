import { type Loader, type LoggerInterface, parse, type Runtime, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import type { DrawingRequest, DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { chartConfig } from "./chartConfig.ts";
import { type Drawn, notUnderstood } from "./drawn.ts";
import { type ChartSpec, readChartSpec } from "./readChartSpec.ts";

/** A chart as SVG, from the data that its specification holds; without `eval`, and without loading anything. */
export async function drawChart({ kind, source, scheme }: Omit<DrawingRequest, "id">): Promise<Drawn> {
  const refused = new Set<"data" | "picture">();
  const refuse = () => {
    refused.add("data");
    return Promise.reject(new Error("nothing is loaded from elsewhere"));
  };
  const loader: Loader = {
    load: refuse,
    http: refuse,
    file: refuse,
    sanitize(_address, { context }) {
      if (context === "image") refused.add("picture");
      // No address, and no rejection: for links Vega expects none.
      return Promise.resolve({ href: "" });
    },
  };
  const failures: string[] = [];
  try {
    const chart = readChartSpec(source, kind === "vega" ? "vega" : "vega-lite");
    const runtime = runtimeOf(chart, scheme);
    const view = new View(runtime, {
      expr: expressionInterpreter,
      loader,
      logger: noteFailures(failures),
      renderer: "none",
    });
    try {
      await view.runAsync();
      const svg = await view.toSVG();
      if (refused.has("data")) return { problem: "remote", detail: "" };
      // What goes wrong in the data is said to the log alone, and leaves an empty chart.
      const [failure] = failures;
      const isPartial = refused.has("picture");
      if (failure !== undefined && !isPartial) return notUnderstood(failure);
      if (!isPartial && isBlank(svg)) return notUnderstood("There is nothing to draw in it.");
      return { svg, title: chart.title, description: chart.description, isPartial };
    } finally {
      view.finalize();
    }
  } catch (error) {
    return refused.size > 0 ? { problem: "remote", detail: "" } : notUnderstood(error);
  }
}

/** Whether a chart has no mark, no axis and no word: half a specification gives an empty ground. */
const isBlank = (svg: string) =>
  !/<(?:path|text|image|line|rect|circle)[\s/>]/.test(svg.replace(/<path class="(?:back|fore)ground"[^>]*>/g, ""));

function runtimeOf(chart: ChartSpec, scheme: DrawingScheme): Runtime {
  const config = chartConfig(scheme, chart.hasBackground);
  // The ast is what the interpreter walks in the place of code.
  const interpreted = { ast: true };
  if (chart.language === "vega") return parse(chart.spec, config.vega, interpreted);
  return parse(compile(chart.spec, { config: config.lite }).spec, {}, interpreted);
}

/** A log that keeps what failed and nothing else. */
function noteFailures(failures: string[]): LoggerInterface {
  const log: LoggerInterface = {
    // Asked for the level, it gives one; told one, it gives itself, as Vega's own does.
    level: levelOf,
    error(...words) {
      failures.push(words.join(" "));
      return log;
    },
    warn: () => log,
    info: () => log,
    debug: () => log,
  };
  function levelOf(level: number): LoggerInterface;
  function levelOf(): number;
  function levelOf(level?: number): LoggerInterface | number {
    return level === undefined ? 0 : log;
  }
  return log;
}
