import { loadOnce } from "./loadOnce.ts";
import { parsePythonReply } from "./parsePythonReply.ts";
import { loadPackageFile, loadPythonFiles } from "./pythonFiles.ts";
import {
  type PythonReply,
  type PythonRequest,
  type PythonStart,
  pythonFailedMessage,
  pythonReadyMessage,
} from "./pythonMessages.ts";

export interface PythonProcess {
  /** Sends a request; those before the interpreter has loaded are handled in their order, too. */
  send(request: PythonRequest, transfer?: Transferable[]): void;
  close(): void;
}

/**
 * Starts an interpreter in a new hidden frame with an opaque origin (see src/python/frame.ts). The frame is untrusted:
 * what comes from its own port is handed on if it fits the schema, otherwise as null. Calls `onMessage` with `unavailable` if it cannot be
 * loaded, and with `crashed` if its worker fails. Nothing is called after `close`, which ends even an endless loop,
 * because browsers end a worker together with its frame.
 */
export function startPython(onMessage: (reply: PythonReply | null) => void): PythonProcess {
  const closing = new AbortController();
  const { signal } = closing;
  const frame = createFrame();
  const { port1, port2 } = new MessageChannel();
  const reply = (message: PythonReply | null) => {
    if (!signal.aborted) onMessage(message);
  };

  async function start(): Promise<void> {
    const filesPromise = loadPythonFiles(signal);
    // Await both, so that a failure of one is not reported while the other is pending.
    const [{ script, wasm, library, lock }] = await Promise.all([filesPromise, waitUntilReady(frame, signal)]);
    addEventListener(
      "message",
      ({ source, data }) =>
        source === frame.contentWindow && data === pythonFailedMessage && reply({ type: "crashed" }),
      { signal },
    );
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const message = parsePythonReply(data);
      if (message?.type === "need") void sendFile(message.fileName);
      reply(message);
    });
    const loadFile = loadOnce((fileName) => loadPackageFile(fileName, lock, signal));
    const sendFile = async (fileName: string) => {
      const bytes = await loadFile(fileName);
      if (!signal.aborted)
        port1.postMessage({ type: "file", fileName, bytes } satisfies PythonRequest, bytes ? [bytes] : []);
    };
    port1.postMessage({ type: "load", wasm, library, lock } satisfies PythonRequest, [wasm, library]);
    for (const [request, transfer] of waiting.splice(0)) port1.postMessage(request, transfer);
    port1.start();
    // `targetOrigin` cannot name an opaque origin. The page's policy allows no foreign page in the frame.
    frame.contentWindow?.postMessage({ script } satisfies PythonStart, "*", [port2]);
    isStarted = true;
  }

  let isStarted = false;
  const waiting: [PythonRequest, Transferable[]][] = [];
  start().catch(() => reply({ type: "unavailable" }));

  return {
    send(request, transfer = []) {
      if (isStarted) port1.postMessage(request, transfer);
      else waiting.push([request, transfer]);
    },
    close() {
      closing.abort();
      port1.close();
      frame.remove();
    },
  };
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = "Python";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.referrerPolicy = "no-referrer";
  frame.style.display = "none";
  frame.src = "/python.html";
  return frame;
}

/** Adds the frame to the page. Ignores messages from other windows. */
function waitUntilReady(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow || event.origin !== "null" || event.data !== pythonReadyMessage) return;
      removeEventListener("message", onMessage);
      resolve();
    };
    addEventListener("message", onMessage, { signal });
    document.body.append(frame);
  });
}
