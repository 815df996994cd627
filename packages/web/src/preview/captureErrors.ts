import { maxPreviewTextLength, type PreviewReply } from "../ui/preview/previewMessages.ts";
import { findPlace, nameSources, type Place, toPlace } from "./places.ts";

const maxErrors = 50;

/** Reports the errors of the artifact: each once, and not more than the page shows. */
export function captureErrors(send: (reply: PreviewReply) => void): void {
  const reported = new Set<string>();
  const report = (text: string, place: Place) => {
    const message = nameSources(text).slice(0, maxPreviewTextLength);
    const key = `${message}\n${place.file}\n${place.line}`;
    if (reported.has(key) || reported.size === maxErrors) return;
    reported.add(key);
    send({ type: "error", message, ...place });
  };
  addEventListener("error", (event) => {
    const { message, filename, lineno, error } = event;
    const place = findPlace(readStack(error));
    report(message.replace(/^Uncaught /, ""), place.file === null ? toPlace(filename, lineno) : place);
  });
  addEventListener("unhandledrejection", ({ reason }) => report(describeReason(reason), findPlace(readStack(reason))));
  document.addEventListener("securitypolicyviolation", (event) => {
    // The frame runs inline handlers by itself.
    if (event.blockedURI === "inline") return;
    const what = event.blockedURI === "eval" ? "eval and new Function" : event.blockedURI;
    const reason =
      event.blockedURI === "eval" ? "are not available in the preview" : "The preview has no network access";
    const text = event.blockedURI === "eval" ? `${what} ${reason}` : `${reason}: ${what}`;
    report(text, toPlace(event.sourceFile ?? "", event.lineNumber));
  });
}

const readStack = (error: unknown) => (error instanceof Error ? (error.stack ?? "") : "");

function describeReason(reason: unknown): string {
  if (reason instanceof Error) return `${reason.name}: ${reason.message}`;
  try {
    return String(reason);
  } catch {
    return "Unknown error";
  }
}
