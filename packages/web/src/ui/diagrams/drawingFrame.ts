import { type DrawingReply, type DrawingRequest, frameReadyMessage } from "./drawingMessages.ts";
import { parseDrawingReply } from "./parseDrawingReply.ts";

/** The time limit for loading the frame and the library that a request needs. */
const loadTimeoutMs = 30_000;
/** The time limit for one drawing, after its library has loaded. */
const drawTimeoutMs = 8_000;

type FinalReply = Exclude<DrawingReply, { isStarted: true }>;

/** The final reply to a request, or a timeout. After the problem `time` or `load`, the frame cannot be used again. */
export type FrameResult = FinalReply | { problem: "time" | "load"; detail: "" };

export interface DrawingFrame {
  /** Draws one source. The previous call must have settled. Never rejects. */
  draw(request: DrawingRequest): Promise<FrameResult>;
  /** Removes the frame, even while it is drawing. */
  close(): void;
}

/**
 * Starts a hidden frame with an opaque origin that draws (see src/drawing/frame.ts). The frame is untrusted: its
 * replies are validated against a schema and accepted only from its own port, and the timeouts are enforced here.
 */
export function startDrawingFrame(): DrawingFrame {
  const frame = document.createElement("iframe");
  frame.title = "Drawing";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  // The frame needs a layout with a real size, because the libraries measure text in it.
  Object.assign(frame.style, {
    position: "fixed",
    left: "0",
    top: "0",
    width: "1200px",
    height: "900px",
    border: "0",
    opacity: "0",
    visibility: "hidden",
    pointerEvents: "none",
    zIndex: "-1",
  });
  frame.src = "/drawing.html";
  const closeController = new AbortController();
  const portPromise = connectToFrame(frame, closeController.signal);
  document.body.append(frame);

  return {
    async draw(request) {
      let clearTimer = () => {};
      const failAfter = (problem: "time" | "load", ms: number) =>
        new Promise<FrameResult>((resolve) => {
          const timer = setTimeout(() => resolve({ problem, detail: "" }), ms);
          clearTimer = () => clearTimeout(timer);
        });
      const loadTimeout = failAfter("load", loadTimeoutMs);
      const replyPromise = portPromise.then((port) =>
        requestReply(port, request, () => {
          clearTimer();
          return failAfter("time", drawTimeoutMs);
        }),
      );
      const result = await Promise.race([loadTimeout, replyPromise]);
      clearTimer();
      return result;
    },
    close() {
      closeController.abort();
      void portPromise.then((port) => port.close());
      frame.remove();
    },
  };
}

/**
 * Resolves with a port to the frame once the frame is ready. Ignores messages from other windows; stops listening after
 * `closed`.
 */
function connectToFrame(frame: HTMLIFrameElement, closed: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow || event.origin !== "null" || event.data !== frameReadyMessage) return;
      removeEventListener("message", onMessage);
      const { port1, port2 } = new MessageChannel();
      // `targetOrigin` cannot name an opaque origin. "*" is safe, because the page's policy allows no other page in the
      // frame.
      frame.contentWindow?.postMessage(null, "*", [port2]);
      port1.start();
      resolve(port1);
    };
    addEventListener("message", onMessage, { signal: closed });
  });
}

/** Resolves with the reply, or with the result of `onStarted` (a timeout) if that settles first. */
function requestReply(
  port: MessagePort,
  request: DrawingRequest,
  onStarted: () => Promise<FrameResult>,
): Promise<FrameResult> {
  return new Promise((resolve) => {
    let hasStarted = false;
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const reply = parseDrawingReply(data);
      if (!reply || reply.id !== request.id) return;
      if ("isStarted" in reply) {
        // Only the first `isStarted` message counts, because each one would restart the timeout.
        if (!hasStarted) void onStarted().then(settle);
        hasStarted = true;
        return;
      }
      settle(reply);
    };
    const settle = (result: FrameResult) => {
      port.removeEventListener("message", onMessage);
      resolve(result);
    };
    port.addEventListener("message", onMessage);
    port.postMessage(request);
  });
}
