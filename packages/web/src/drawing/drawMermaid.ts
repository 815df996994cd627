import mermaid from "mermaid";
import type { DrawingRequest, DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { createDiagramColors } from "./createDiagramColors.ts";
import { type DrawingResult, toErrorMessage, toSourceProblem } from "./drawingResult.ts";

/** Larger diagrams take a long time to draw and are unreadable anyway. */
const maxSourceCharacters = 50_000;
const maxEdges = 300;

let drawingCount = 0;

/** Draws a diagram as SVG. Settings in the text (`%%{init}%%`, front matter) cannot change the security settings. */
export async function drawMermaid({ source, scheme }: DrawingRequest): Promise<DrawingResult> {
  if (source.length > maxSourceCharacters) return { problem: "size", detail: "" };
  configure(scheme);
  const id = `drawing-${++drawingCount}`;
  try {
    const { svg } = await mermaid.render(id, source);
    return { svg: toXml(svg), title: "", description: "", isPartial: false };
  } catch (error) {
    return /edge limit exceeded/i.test(toErrorMessage(error))
      ? { problem: "size", detail: "" }
      : toSourceProblem(error);
  } finally {
    // Mermaid does not remove its elements when it fails.
    document.body.replaceChildren();
  }
}

/** Converts Mermaid's SVG to well-formed XML. Mermaid returns it in HTML syntax. */
function toXml(svg: string): string {
  const element = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!element) throw new Error("Mermaid returned no SVG element");
  return new XMLSerializer().serializeToString(element);
}

function configure(scheme: DrawingScheme): void {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    suppressErrorRendering: true,
    theme: "base",
    // Each type of diagram has another look as its default.
    look: "classic",
    themeVariables: createDiagramColors(scheme),
    fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    maxTextSize: maxSourceCharacters,
    maxEdges,
    deterministicIds: true,
    secure: protectedSettings,
  });
}

/** Settings that a diagram's text cannot override. */
const protectedSettings = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "maxEdges",
  "suppressErrorRendering",
  "htmlLabels",
  "themeCSS",
  "fontFamily",
  "altFontFamily",
  "dompurifyConfig",
  "legacyMathML",
  "forceLegacyMathML",
];
