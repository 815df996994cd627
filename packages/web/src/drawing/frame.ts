import {
  type DrawingReply,
  type DrawingRequest,
  frameReadyMessage,
  maxSvgCharacters,
} from "../ui/diagrams/drawingMessages.ts";
import { toErrorMessage } from "./drawingResult.ts";

/**
 * The script of the frame that draws diagrams and charts. The frame has an opaque origin and a policy that allows only
 * scripts of this server to be loaded (server/src/http/pages/drawingPage.ts), so hostile code in the frame can reach
 * neither the page nor other servers. The frame accepts one port from its parent page and ignores all later messages.
 */
addEventListener("message", receivePort);
parent.postMessage(frameReadyMessage, "*");

function receivePort(event: MessageEvent<unknown>): void {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  removeEventListener("message", receivePort);
  port.addEventListener("message", ({ data }: MessageEvent<DrawingRequest>) => {
    const send = (reply: DrawingReply) => port.postMessage(reply);
    void draw(data, () => send({ id: data.id, isStarted: true })).then((reply) => send(limitReplySize(reply)));
  });
  port.start();
}

/** Replaces a reply that is too large with a problem. The page would ignore such a reply and wait until its timeout. */
function limitReplySize(reply: DrawingReply): DrawingReply {
  return "svg" in reply && reply.svg.length > maxSvgCharacters ? { id: reply.id, problem: "size", detail: "" } : reply;
}

async function draw(request: DrawingRequest, onStarted: () => void): Promise<DrawingReply> {
  const { id } = request;
  try {
    if (request.kind === "mermaid") {
      const { drawMermaid } = await import("./drawMermaid.ts");
      onStarted();
      return { id, ...(await drawMermaid(request)) };
    }
    const { drawVega } = await import("./drawVega.ts");
    return { id, ...(await drawVega(request, onStarted)) };
  } catch (error) {
    return { id, problem: "load", detail: toErrorMessage(error) };
  }
}
