import type { DrawingRequest } from "../ui/diagrams/drawingMessages.ts";
import { drawChart } from "./drawChart.ts";

// Vega measures text on a canvas, which it asks a document for; a worker has the one and not the other.
Object.assign(globalThis, {
  document: { createElement: () => new OffscreenCanvas(1, 1) },
});

addEventListener("message", ({ data }: MessageEvent<DrawingRequest>) => {
  void drawChart(data).then((drawn) => postMessage(drawn));
});
