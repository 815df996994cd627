import { type DrawingReply, type DrawingRequest, frameReadyMessage } from "./drawingMessages.ts";
import { parseDrawingReply } from "./parseDrawingReply.ts";

/** For the frame and the libraries to come over the network. */
const loadTimeoutMs = 30_000;
/** For one drawing, once its library is there. */
const drawTimeoutMs = 8_000;

type Finished = Exclude<DrawingReply, { isStarted: true }>;

/** What became of a request: a reply, or that its time was up. After `time` and `load` the frame is of no more use. */
export type FrameResult = Finished | { problem: "time" | "load"; detail: "" };

export interface DrawingFrame {
  /** Draws one thing. The one before must have ended. Never rejects. */
  draw(request: DrawingRequest): Promise<FrameResult>;
  /** Takes the frame away, whatever it is busy with. */
  end(): void;
}

/**
 * A hidden frame of an opaque origin that draws (see src/drawing/frame.ts). It is believed in nothing: what it says passes a schema, only
 * the port that it was given is heard, and its time is limited from here.
 */
export function startDrawingFrame(): DrawingFrame {
  const frame = document.createElement("iframe");
  frame.title = "Drawing";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  // It must have a size, and be laid out: text is measured in it.
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
  const ended = new AbortController();
  const ready = connectToFrame(frame, ended.signal);
  document.body.append(frame);

  return {
    async draw(request) {
      let endWait = () => {};
      const limit = (problem: "time" | "load", ms: number) =>
        new Promise<FrameResult>((resolve) => {
          const timer = setTimeout(() => resolve({ problem, detail: "" }), ms);
          endWait = () => clearTimeout(timer);
        });
      const loading = limit("load", loadTimeoutMs);
      const drawing = ready.then((port) =>
        ask(port, request, () => {
          endWait();
          return limit("time", drawTimeoutMs);
        }),
      );
      const result = await Promise.race([loading, drawing]);
      endWait();
      return result;
    },
    end() {
      ended.abort();
      void ready.then((port) => port.close());
      frame.remove();
    },
  };
}

/**
 * The way to the frame, once it has said that it is there. Nothing that another window says is heard, and nothing at all after `ended`.
 */
function connectToFrame(frame: HTMLIFrameElement, ended: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow || event.origin !== "null" || event.data !== frameReadyMessage) return;
      removeEventListener("message", onMessage);
      const { port1, port2 } = new MessageChannel();
      // An opaque origin has no name to which a message could be addressed; the page's policy lets no other page into the frame.
      frame.contentWindow?.postMessage(null, "*", [port2]);
      port1.start();
      resolve(port1);
    };
    addEventListener("message", onMessage, { signal: ended });
  });
}

/** `onStarted` gives what ends the wait for the drawing itself. */
function ask(port: MessagePort, request: DrawingRequest, onStarted: () => Promise<FrameResult>): Promise<FrameResult> {
  return new Promise((resolve) => {
    let hasStarted = false;
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const reply = parseDrawingReply(data);
      if (!reply || reply.id !== request.id) return;
      if ("isStarted" in reply) {
        // Once: each would give it the whole time again.
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
