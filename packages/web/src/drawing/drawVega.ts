import type { DrawingRequest } from "../ui/diagrams/drawingMessages.ts";
import type { DrawingResult } from "./drawingResult.ts";
import vegaWorkerUrl from "./vegaWorker.ts?worker&url";

/**
 * Draws a chart as SVG in a worker, because browsers end a worker together with its frame even while the worker is
 * busy. A page with an opaque origin can start a worker only from a blob URL, so a blob imports the worker's script.
 * Calls `onStarted` when that script has loaded; rejects if it cannot be loaded.
 */
export function drawVega(request: DrawingRequest, onStarted: () => void): Promise<DrawingResult> {
  return new Promise((resolve, reject) => {
    const workerUrl = new URL(vegaWorkerUrl, location.href).href;
    const script = `importScripts(${JSON.stringify(workerUrl)}); postMessage("ready");`;
    const scriptUrl = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(scriptUrl);
    const terminate = () => {
      worker.terminate();
      URL.revokeObjectURL(scriptUrl);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<DrawingResult | "ready">) => {
      if (data === "ready") {
        onStarted();
        worker.postMessage(request);
        return;
      }
      terminate();
      resolve(data);
    });
    worker.addEventListener("error", (event) => {
      terminate();
      reject(new Error(event.message));
    });
  });
}
