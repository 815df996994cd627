import type { PythonReply, PythonRequest } from "../ui/python/pythonMessages.ts";
import { type LoadedPython, loadPython } from "./loadPython.ts";
import { receiveFile } from "./packageFiles.ts";

/** The script of the worker that runs Python. It accepts one port, and does one thing after the other. */
addEventListener("message", receivePort);
// Tells the frame that the script has started.
postMessage(null);

function receivePort(event: MessageEvent<null>): void {
  const [port] = event.ports;
  if (!port) return;
  removeEventListener("message", receivePort);
  // Python code may replace `postMessage` on the prototype.
  const post = port.postMessage.bind(port);
  const send = (reply: PythonReply, transfer: Transferable[] = []) => post(reply, transfer);
  let python: LoadedPython | null = null;
  let lastStep: Promise<void> = Promise.resolve();

  async function handle(request: PythonRequest): Promise<void> {
    if (request.type === "load") {
      python = await loadPython(request, send);
      send(python ? { type: "loaded" } : { type: "unavailable" });
    } else if (request.type === "write") {
      python?.writeFile(request.name, request.bytes);
    } else if (request.type === "run" && python) {
      const result = await python.run(request.id, request.code);
      send(
        result,
        result.files.map(({ bytes }) => bytes),
      );
    }
  }

  port.addEventListener("message", ({ data }: MessageEvent<PythonRequest>) => {
    // A step may be waiting for this file.
    if (data.type === "file") receiveFile(data.fileName, data.bytes);
    else lastStep = lastStep.then(() => handle(data)).catch(() => send({ type: "crashed" }));
  });
  port.start();
}
