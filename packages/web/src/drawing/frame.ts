import { type DrawingReply, type DrawingRequest, frameIsReady, longestSvg } from "../ui/diagrams/drawingMessages.ts";
import { messageOf } from "./drawn.ts";

/**
 * The program of the frame in which diagrams and charts are drawn. The frame has an opaque origin and a policy without network
 * (server/src/http/drawingPage.ts): what goes wrong in here reaches neither the page nor anything else. It takes one port from the page
 * that holds it, and after that nothing that anybody posts.
 */
addEventListener("message", takePort);
parent.postMessage(frameIsReady, "*");

function takePort(event: MessageEvent<unknown>): void {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  removeEventListener("message", takePort);
  port.addEventListener("message", ({ data }: MessageEvent<DrawingRequest>) => {
    const say = (reply: DrawingReply) => port.postMessage(reply);
    void draw(data, () => say({ id: data.id, isStarted: true })).then((reply) => say(bounded(reply)));
  });
  port.start();
}

/** What the page would not take for a reply, and wait for another one. */
function bounded(reply: DrawingReply): DrawingReply {
  return "svg" in reply && reply.svg.length > longestSvg ? { id: reply.id, problem: "size", detail: "" } : reply;
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
    return { id, problem: "load", detail: messageOf(error) };
  }
}
