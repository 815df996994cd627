import type { DrawingRequest } from "../ui/diagrams/drawingMessages.ts";
import type { DrawingResult } from "./drawingResult.ts";
import vegaWorkerUrl from "./vegaWorker.ts?worker&url";

/**
 * Draws a chart as SVG in a worker. Every browser ends the worker together with the frame, even while it is busy. A
 * page of an opaque origin cannot start a worker from a URL, only from a script's text. Calls `onStarted` when the
 * library has loaded; rejects if it cannot be loaded.
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
