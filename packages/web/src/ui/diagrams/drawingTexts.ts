import { t } from "@lingui/core/macro";
import type { DrawingKind } from "./drawingMessages.ts";
import type { DrawingProblem, Picture } from "./requestDrawing.ts";

/** Returns the text shown above the source of a drawing that failed. `detail` is the library's error message, or "". */
export function describeDrawingProblem(kind: DrawingKind, problem: DrawingProblem, detail: string): string {
  const isDiagram = kind === "mermaid";
  switch (problem) {
    case "source":
      return isDiagram ? describeDiagramProblem(detail) : describeChartProblem();
    case "remote":
      return isDiagram
        ? t`This diagram needs content from the Internet, which isn’t loaded.`
        : t`This chart needs content from the Internet, which isn’t loaded.`;
    case "load":
      return isDiagram
        ? t`The diagram couldn’t be drawn because a part of the app didn’t load.`
        : t`The chart couldn’t be drawn because a part of the app didn’t load.`;
    case "time":
      return isDiagram
        ? t`Drawing this diagram takes too long. Here is its source.`
        : t`Drawing this chart takes too long. Here is its source.`;
    case "unsafe":
      return isDiagram
        ? t`This diagram isn’t safe to show. Here is its source.`
        : t`This chart isn’t safe to show. Here is its source.`;
    case "size":
      return isDiagram
        ? t`This diagram is too large to draw. Here is its source.`
        : t`This chart is too large to draw. Here is its source.`;
  }
}

/** The product specification quotes the English text. */
const describeChartProblem = () => t`Failed to parse Vega specification. Please check the JSON format.`;

function describeDiagramProblem(detail: string): string {
  const line = /\bline (\d+)/i.exec(detail)?.[1];
  if (line) return t`Line ${line} of this diagram has an error. Here is its source.`;
  if (/No diagram type detected/i.test(detail)) return t`The diagram type is missing or unknown. Here is the source.`;
  return t`This diagram has an error. Here is its source.`;
}

/** Returns the alternative text of a picture. */
export function buildPictureAltText(kind: DrawingKind, { title, description }: Picture): string {
  const text = [title, description].filter((part) => part !== "").join(". ");
  if (kind === "mermaid") return text === "" ? t`Diagram, described by its source` : t`Diagram: ${text}`;
  return text === "" ? t`Chart, described by its source` : t`Chart: ${text}`;
}
