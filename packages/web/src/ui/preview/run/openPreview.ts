import { closeFrame as closeDrawingFrame } from "../../diagrams/requestDrawing.ts";
import { parsePreviewReply } from "../parsePreviewReply.ts";
import {
  type PreviewProgram,
  type PreviewReply,
  type PreviewRequest,
  previewReadyMessage,
} from "../previewMessages.ts";

/**
 * Why a preview was closed. `hung`: it did not answer; `neighbour`: another one did not, so that it has to start again;
 * `navigated`: it left its page; `flood`: it sent too many messages; `load`: the frame did not start.
 */
export type StopReason = "hung" | "neighbour" | "navigated" | "flood" | "load";

interface PreviewOptions {
  /** The frame may take this many heartbeats to start. */
  startLimit: number;
  onReply: (reply: PreviewReply) => void;
  onStop: (reason: StopReason) => void;
}

interface OpenPreview extends PreviewOptions {
  frame: HTMLIFrameElement;
  port: MessagePort | null;
  /** Counts the heartbeats that have not been answered. */
  missedCount: number;
  messageCount: number;
  close(): void;
}

const heartbeatMs = 1_000;
/** A frame may be busy for this many heartbeats. */
const maxMissedCount = 5;
/** More messages in one heartbeat would keep the page busy. The frame itself sends about a hundred. */
const maxMessageCount = 1_000;

const processEndMs = 3_000;

/** In the order in which they were opened. */
const previews = new Set<OpenPreview>();
let heartbeat: ReturnType<typeof setInterval> | undefined;
let lastPing = 0;
/** When the last frame was removed that did not answer. */
let hungAt = Number.NEGATIVE_INFINITY;

/**
 * Returns how long to wait before the next frame is opened. After one that hangs was removed, Chromium needs some time to
 * end its process. A frame that joins the process would never start.
 */
export const findStartDelayMs = (): number => Math.max(0, hungAt + processEndMs - Date.now());

/**
 * Runs a program in a new sandboxed frame inside `container`, and returns a function that removes it. The frame is
 * untrusted: only what comes from its own port and fits the schema is handed on, and a frame that hangs is removed.
 */
export function openPreview(
  container: HTMLElement,
  { program, title, ...options }: PreviewOptions & { program: PreviewProgram; title: string },
): () => void {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.referrerPolicy = "no-referrer";
  frame.src = "/preview.html";
  const closing = new AbortController();
  const { signal } = closing;
  const preview: OpenPreview = {
    ...options,
    frame,
    port: null,
    missedCount: 0,
    messageCount: 0,
    close() {
      if (preview.port && preview.missedCount > 1) hungAt = Date.now();
      closing.abort();
      preview.port?.close();
      frame.remove();
      previews.delete(preview);
      if (previews.size === 0) {
        clearInterval(heartbeat);
        heartbeat = undefined;
      }
    },
  };
  addEventListener(
    "message",
    (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow) return;
      if (isFlooding(preview)) return;
      if (preview.port || event.origin !== "null" || event.data !== previewReadyMessage) return;
      connect(preview, program);
    },
    { signal },
  );
  let loadCount = 0;
  // The frame loads its page once. Each further page is one to which the artifact navigated.
  frame.addEventListener("load", () => ++loadCount > 1 && stop(preview, "navigated"), { signal });
  container.append(frame);
  previews.add(preview);
  heartbeat ??= setInterval(checkPreviews, heartbeatMs);
  return () => preview.close();
}

function connect(preview: OpenPreview, program: PreviewProgram): void {
  const { port1, port2 } = new MessageChannel();
  preview.port = port1;
  preview.missedCount = 0;
  port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isFlooding(preview)) return;
    const reply = parsePreviewReply(data);
    if (reply?.type === "pong") preview.missedCount = 0;
    else if (reply) preview.onReply(reply);
  });
  port1.start();
  // `targetOrigin` cannot name an opaque origin. The page's policy allows no foreign page in the frame.
  preview.frame.contentWindow?.postMessage(null, "*", [port2]);
  port1.postMessage({ type: "run", program } satisfies PreviewRequest);
}

/** Counts a message, and closes a preview that has sent too many. */
function isFlooding(preview: OpenPreview): boolean {
  preview.messageCount += 1;
  if (preview.messageCount <= maxMessageCount) return false;
  stop(preview, "flood");
  return true;
}

function checkPreviews(): void {
  for (const preview of previews) preview.messageCount = 0;
  // Browsers slow down what is in the background.
  if (document.visibilityState !== "visible") return;
  const id = ++lastPing;
  for (const preview of [...previews]) {
    preview.missedCount += 1;
    preview.port?.postMessage({ type: "ping", id } satisfies PreviewRequest);
  }
  const hung = [...previews].filter(({ port, missedCount }) => port && missedCount > maxMissedCount);
  if (hung.length > 0) stopAll(hung);
  for (const preview of [...previews]) {
    if (!preview.port && preview.missedCount > preview.startLimit) stop(preview, "load");
  }
}

/**
 * Removes all previews, because browsers run them in one process: if one hangs, all do. The one with the focus is taken
 * to be the cause, or else the one that was opened last; the others start again.
 */
function stopAll(hung: readonly OpenPreview[]): void {
  const culprit = hung.find(({ frame }) => frame === document.activeElement) ?? hung.at(-1);
  for (const preview of [...previews]) stop(preview, preview === culprit ? "hung" : "neighbour");
  // The frame that draws diagrams is in the same process, and would keep it alive.
  closeDrawingFrame();
}

function stop(preview: OpenPreview, reason: StopReason): void {
  if (!previews.has(preview)) return;
  preview.close();
  preview.onStop(reason);
}
