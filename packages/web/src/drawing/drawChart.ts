import { type Loader, type LoggerInterface, parse, type Runtime, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import type { DrawingRequest, DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { createChartConfig } from "./createChartConfig.ts";
import { type DrawingResult, toSourceProblem } from "./drawingResult.ts";
import { type ChartSpec, parseChartSpec } from "./parseChartSpec.ts";

/** Draws a chart as SVG from the data in its specification. Uses no `eval` and loads nothing. */
export async function drawChart({ kind, source, scheme }: Omit<DrawingRequest, "id">): Promise<DrawingResult> {
  const blockedKinds = new Set<"data" | "image">();
  const blockData = () => {
    blockedKinds.add("data");
    return Promise.reject(new Error("external data is not loaded"));
  };
  const loader: Loader = {
    load: blockData,
    http: blockData,
    file: blockData,
    sanitize(_url, { context }) {
      if (context === "image") blockedKinds.add("image");
      // Return an empty URL instead of rejecting: Vega does not handle a rejection for links.
      return Promise.resolve({ href: "" });
    },
  };
  const errors: string[] = [];
  try {
    const chart = parseChartSpec(source, kind === "vega" ? "vega" : "vega-lite");
    const runtime = createRuntime(chart, scheme);
    const view = new View(runtime, {
      expr: expressionInterpreter,
      loader,
      logger: createErrorLogger(errors),
      renderer: "none",
    });
    try {
      await view.runAsync();
      const svg = await view.toSVG();
      if (blockedKinds.has("data")) return { problem: "remote", detail: "" };
      // Vega only logs errors in the data and draws an empty chart, so fail here.
      const [error] = errors;
      const isPartial = blockedKinds.has("image");
      if (error !== undefined && !isPartial) return toSourceProblem(error);
      if (!isPartial && isBlank(svg)) return toSourceProblem("The specification draws nothing.");
      return { svg, title: chart.title, description: chart.description, isPartial };
    } finally {
      view.finalize();
    }
  } catch (error) {
    return blockedKinds.size > 0 ? { problem: "remote", detail: "" } : toSourceProblem(error);
  }
}

/** True if a chart has no marks, axes or text. An incomplete specification draws only a background. */
const isBlank = (svg: string) =>
  !/<(?:path|text|image|line|rect|circle)[\s/>]/.test(svg.replace(/<path class="(?:back|fore)ground"[^>]*>/g, ""));

function createRuntime(chart: ChartSpec, scheme: DrawingScheme): Runtime {
  const config = createChartConfig(scheme, chart.hasBackground);
  // The interpreter evaluates the AST, so Vega generates no code.
  const options = { ast: true };
  if (chart.language === "vega") return parse(chart.spec, config.vega, options);
  return parse(compile(chart.spec, { config: config.lite }).spec, {}, options);
}

/** Creates a logger that collects errors and ignores all other messages. */
function createErrorLogger(errors: string[]): LoggerInterface {
  const log: LoggerInterface = {
    // Both getter and setter, as in Vega's own logger.
    level: getOrSetLevel,
    error(...args) {
      errors.push(args.join(" "));
      return log;
    },
    warn: () => log,
    info: () => log,
    debug: () => log,
  };
  function getOrSetLevel(level: number): LoggerInterface;
  function getOrSetLevel(): number;
  function getOrSetLevel(level?: number): LoggerInterface | number {
    return level === undefined ? 0 : log;
  }
  return log;
}
