import type { DrawingKind } from "./drawingMessages.ts";
import type { DrawingProblem, Picture } from "./requestDrawing.ts";

/** Returns the text shown above the source of a drawing that failed. `detail` is the library's error message, or "". */
export function describeDrawingProblem(kind: DrawingKind, problem: DrawingProblem, detail: string): string {
  const noun = kind === "mermaid" ? "diagram" : "chart";
  switch (problem) {
    case "source":
      // The product specification quotes this text.
      if (kind !== "mermaid") return "Failed to parse Vega specification. Please check the JSON format.";
      return describeDiagramProblem(detail);
    case "remote":
      return `This ${noun} needs external content, which is not loaded.`;
    case "load":
      return `The ${noun} could not be drawn because a part of the app did not load.`;
    case "time":
      return `This ${noun} takes too long to draw, so only its source is shown.`;
    case "unsafe":
      return `This ${noun} is not safe to show, so only its source is shown.`;
    case "size":
      return `This ${noun} is too large to draw, so only its source is shown.`;
  }
}

function describeDiagramProblem(detail: string): string {
  const line = /\bline (\d+)/i.exec(detail)?.[1];
  if (line) return `Line ${line} of this diagram has an error, so only its source is shown.`;
  if (/No diagram type detected/i.test(detail))
    return "The diagram type is missing or unknown, so only the source is shown.";
  return "This diagram has an error, so only its source is shown.";
}

/** Returns the alternative text of a picture. */
export function buildPictureAltText(kind: DrawingKind, { title, description }: Picture): string {
  const noun = kind === "mermaid" ? "Diagram" : "Chart";
  const text = [title, description].filter((part) => part !== "").join(". ");
  return text === "" ? `${noun}, described by its source` : `${noun}: ${text}`;
}
