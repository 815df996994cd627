import type { DrawingRequest } from "../ui/diagrams/drawingMessages.ts";
import { drawChart } from "./drawChart.ts";

// Vega measures text on a canvas that it creates through `document`. A worker has `OffscreenCanvas` but no document.
Object.assign(globalThis, {
  document: { createElement: () => new OffscreenCanvas(1, 1) },
});

addEventListener("message", ({ data }: MessageEvent<DrawingRequest>) => {
  void drawChart(data).then((result) => postMessage(result));
});
