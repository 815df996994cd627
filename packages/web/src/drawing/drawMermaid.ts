import mermaid from "mermaid";
import type { DrawingRequest, DrawingScheme } from "../ui/diagrams/drawingMessages.ts";
import { type Drawn, notUnderstood } from "./drawn.ts";

let drawings = 0;

/** A diagram as SVG. What the text sets for itself (`%%{init}%%`, front matter) cannot touch what keeps it harmless. */
export async function drawMermaid({ source, scheme }: DrawingRequest): Promise<Drawn> {
  configure(scheme);
  const id = `drawing-${++drawings}`;
  try {
    const { svg } = await mermaid.render(id, source);
    return { svg: asXml(svg), title: "", description: "", isPartial: false };
  } catch (error) {
    return notUnderstood(error);
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
    theme: scheme === "dark" ? "dark" : "default",
    darkMode: scheme === "dark",
    fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    maxTextSize: 50_000,
    maxEdges: 500,
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
