import { type PreviewReply, type PreviewRequest, previewReadyMessage } from "../ui/preview/previewMessages.ts";
import { captureConsole } from "./captureConsole.ts";
import { captureErrors } from "./captureErrors.ts";
import { restrictPage } from "./restrictPage.ts";
import { runProgram } from "./runProgram.ts";

/**
 * The script of the frame that runs artifacts. The frame has an opaque origin, and its policy allows this script and
 * scripts from blobs, but no network (server/src/http/pages/previewPage.ts). The artifact's code runs beside this script
 * and could change it, so the page validates what the frame sends, and enforces the limits that matter by itself.
 */
restrictPage();
addEventListener("message", receivePort);
parent.postMessage(previewReadyMessage, "*");

function receivePort(event: MessageEvent<unknown>): void {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  removeEventListener("message", receivePort);
  // An artifact may replace `postMessage` on the prototype.
  const post = port.postMessage.bind(port);
  const send = (reply: PreviewReply) => post(reply);
  captureErrors(send);
  captureConsole(send);
  port.addEventListener("message", ({ data }: MessageEvent<PreviewRequest>) => {
    if (data.type === "ping") send({ type: "pong", id: data.id });
    else void runProgram(data.program).then(() => send({ type: "rendered" }));
  });
  port.start();
}
