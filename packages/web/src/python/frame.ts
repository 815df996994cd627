import { type PythonStart, pythonFailedMessage, pythonReadyMessage } from "../ui/python/pythonMessages.ts";

/**
 * The script of the frame that runs Python. The frame has an opaque origin, and its policy allows this script and scripts
 * from blobs, but no network (server/src/http/pages/pythonPage.ts). This is the boundary: Python may use JavaScript, and
 * so all that a worker of such a frame can do. The frame starts one worker, hands the port to it, and ends with it.
 */
addEventListener("message", startWorker);
parent.postMessage(pythonReadyMessage, "*");

function startWorker(event: MessageEvent<PythonStart>): void {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  removeEventListener("message", startWorker);
  // A page with an opaque origin can start a worker only from a blob.
  const url = URL.createObjectURL(new Blob([event.data.script], { type: "text/javascript" }));
  const worker = new Worker(url);
  const fail = () => parent.postMessage(pythonFailedMessage, "*");
  worker.addEventListener("error", fail);
  // After the worker has started, an error is one of the code that it runs.
  worker.addEventListener("message", () => worker.removeEventListener("error", fail), { once: true });
  worker.postMessage(null, [port]);
}
