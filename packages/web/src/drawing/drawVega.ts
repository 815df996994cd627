import type { DrawingRequest } from "../ui/diagrams/drawingMessages.ts";
import type { Drawn } from "./drawn.ts";
import vegaWorkerAddress from "./vegaWorker.ts?worker&url";

/**
 * A chart as SVG. It is drawn in a worker, which ends with the frame whatever it is busy with, in every browser. An opaque origin may
 * start no worker from an address, only from text that it has itself. `onStarted` is called when the library has come; rejects when it did not.
 */
export function drawVega(request: DrawingRequest, onStarted: () => void): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const address = new URL(vegaWorkerAddress, location.href).href;
    const script = `importScripts(${JSON.stringify(address)}); postMessage("ready");`;
    const starter = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(starter);
    const end = () => {
      worker.terminate();
      URL.revokeObjectURL(starter);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Drawn | "ready">) => {
      if (data === "ready") {
        onStarted();
        worker.postMessage(request);
        return;
      }
      end();
      resolve(data);
    });
    worker.addEventListener("error", (event) => {
      end();
      reject(new Error(event.message));
    });
  });
}
