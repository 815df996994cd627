import mermaid from "mermaid";
import type { DrawingRequest, DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { diagramColors } from "./diagramColors.ts";
import { type Drawn, messageOf, notUnderstood } from "./drawn.ts";

/** Beyond these it would take long, and nobody could read it. Characters; lines between nodes. */
const longestText = 50_000;
const mostEdges = 300;

let drawings = 0;

/** A diagram as SVG. What the text sets for itself (`%%{init}%%`, front matter) cannot touch what keeps it harmless. */
export async function drawMermaid({ source, scheme }: DrawingRequest): Promise<Drawn> {
  if (source.length > longestText) return { problem: "size", detail: "" };
  configure(scheme);
  const id = `drawing-${++drawings}`;
  try {
    const { svg } = await mermaid.render(id, source);
    return { svg: asXml(svg), title: "", description: "", isPartial: false };
  } catch (error) {
    return /edge limit exceeded/i.test(messageOf(error)) ? { problem: "size", detail: "" } : notUnderstood(error);
  } finally {
    // What a drawing that failed has left behind.
    document.body.replaceChildren();
  }
}

/** Mermaid gives HTML's way of writing SVG. */
function asXml(svg: string): string {
  const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!drawn) throw new Error("there is no picture");
  return new XMLSerializer().serializeToString(drawn);
}

function configure(scheme: DrawingScheme): void {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    suppressErrorRendering: true,
    theme: "base",
    themeVariables: diagramColors(scheme),
    fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    maxTextSize: longestText,
    maxEdges: mostEdges,
    deterministicIds: true,
    secure: fixed,
  });
}

/** What no text may set. */
const fixed = [
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
