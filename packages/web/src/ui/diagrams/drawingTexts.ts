import type { DrawingKind } from "./drawingMessages.ts";
import type { DrawingProblem, Picture } from "./drawings.ts";

/** What is said where a drawing would be, above its source. `detail`: the library's own words, or "". */
export function drawingProblemText(kind: DrawingKind, problem: DrawingProblem, detail: string): string {
  const what = kind === "mermaid" ? "diagram" : "chart";
  switch (problem) {
    case "source":
      // [C8.31] The specification's words.
      if (kind !== "mermaid") return "Failed to parse Vega specification. Please check the JSON format.";
      return diagramProblemText(detail);
    case "remote":
      return `This ${what} needs something from another place, and nothing is loaded from there.`;
    case "load":
      return `What draws the ${what} could not be loaded.`;
    case "time":
      return `This ${what} takes too long to draw, so only its source is shown.`;
    case "unsafe":
      return `The picture of this ${what} is not safe to show, so only its source is shown.`;
    case "size":
      return `This ${what} is too large to draw, so only its source is shown.`;
  }
}

function diagramProblemText(detail: string): string {
  const line = /\bline (\d+)/i.exec(detail)?.[1];
  if (line) return `Line ${line} of this diagram is not understood, so only its source is shown.`;
  if (/No diagram type detected/i.test(detail)) return "It does not say which kind of diagram this is.";
  return "This diagram is not understood, so only its source is shown.";
}

/** What a picture is for those who do not see it. */
export function pictureAltText(kind: DrawingKind, { title, description }: Picture): string {
  const what = kind === "mermaid" ? "Diagram" : "Chart";
  const said = [title, description].filter((text) => text !== "").join(". ");
  return said === "" ? `${what}; its source tells what it shows` : `${what}: ${said}`;
}
