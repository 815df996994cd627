import { escapeXml, parseXml, type XmlAttribute, type XmlTag } from "./parseXml.ts";

export interface SanitizedSvg {
  svg: string;
  /** The origin and the size of the view box, in CSS px. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The title and description of the root element, or "". */
  title: string;
  description: string;
}

const svgNamespace = "http://www.w3.org/2000/svg";
const maxSidePx = 100_000;

/**
 * Rewrites an SVG from the frame so that it contains only parts known to be safe: drawing elements, references within
 * the SVG and embedded images. Also sets the SVG's size. Returns null if the text is not a well-formed SVG, its size is
 * missing or too large, or its styles load external content. The page shows the SVG as an `img`, in which browsers run
 * and load nothing anyway, but a saved file may be opened as a page.
 */
export function sanitizeSvg(text: string): SanitizedSvg | null {
  const tokens = parseXml(text);
  if (!tokens) return null;
  const [root] = tokens;
  if (root?.type !== "open" || root.name !== "svg" || getAttribute(root, "xmlns") !== svgNamespace) return null;
  const box = readBox(root);
  if (!box) return null;

  const parts = [writeRootTag(root, box)];
  const names = { title: "", desc: "" };
  const openTags: string[] = [];
  /** The depth within a dropped element; 0 outside of one. */
  let skippedDepth = 0;
  // Check the style text as a whole, because dropping the elements between its parts may join them.
  let styles = "";
  for (const token of tokens.slice(root.isSelfClosing ? 2 : 1)) {
    const parent = openTags.at(-1);
    if (token.type === "text") {
      if (skippedDepth > 0) continue;
      if (parent === "style") styles += token.text;
      if (openTags.length === 1 && (parent === "title" || parent === "desc")) names[parent] += token.text;
      parts.push(escapeXml(token.text));
    } else if (token.type === "open") {
      if (skippedDepth > 0 || parent === "style" || !isAllowedElement(token)) {
        if (!token.isSelfClosing) skippedDepth += 1;
        continue;
      }
      parts.push(`<${token.name}${writeAttributes(token)}${token.isSelfClosing ? "/" : ""}>`);
      if (!token.isSelfClosing) openTags.push(token.name);
    } else if (skippedDepth > 0) {
      skippedDepth -= 1;
    } else {
      openTags.pop();
      parts.push(`</${token.name}>`);
    }
  }
  if (root.isSelfClosing) parts.push("</svg>");
  if (loadsExternalContent(styles)) return null;
  const cleanName = (name: string) => name.trim().slice(0, 1_000);
  return { svg: parts.join(""), ...box, title: cleanName(names.title), description: cleanName(names.desc) };
}

function isAllowedElement(tag: XmlTag): boolean {
  const namespace = getAttribute(tag, "xmlns");
  return allowedElements.has(tag.name) && (namespace === undefined || namespace === svgNamespace);
}

const allowedElements = new Set(
  (
    "g defs svg symbol use marker clipPath mask pattern style title desc path rect circle ellipse line polyline polygon " +
    "text tspan textPath image a switch linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer " +
    "feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology " +
    "feOffset feTile feTurbulence"
  ).split(" "),
);

function writeAttributes(tag: XmlTag, excluded: ReadonlySet<string> = new Set()): string {
  return tag.attributes
    .filter(({ name }) => !excluded.has(name))
    .map((attribute) => writeIfSafe(tag, attribute))
    .join("");
}

/** Returns the attribute as XML, or "" if it is not safe. */
function writeIfSafe(tag: XmlTag, { name, value }: XmlAttribute): string {
  const [localName = "", prefix] = name.split(":").reverse();
  if (localName === "href" && (prefix === undefined || prefix === "xlink")) {
    return isAllowedHref(tag, value) ? ` href="${escapeXml(value)}"` : "";
  }
  const isPlain = prefix === undefined && name !== "xmlns" && name !== "src" && !/^on/i.test(name);
  if (name !== "xml:space" && !(isPlain && !loadsExternalContent(value))) return "";
  return ` ${name}="${escapeXml(value)}"`;
}

/**
 * Allows references within the SVG and embedded images. Links lose their target, because they would not work in an
 * image.
 */
function isAllowedHref(tag: XmlTag, href: string): boolean {
  if (tag.name === "a") return false;
  if (tag.name === "image") return /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(href);
  return /^#[\w.:-]*$/.test(href);
}

/**
 * True if styles may load external content: `url(…)` other than `#id`, `@import` and the like, or any backslash,
 * because an escape could hide one of them.
 */
function loadsExternalContent(styles: string): boolean {
  return /url\(\s*(?!["']?#)|@import|@font-face|image-set\(|src\(|\\/i.test(styles);
}

type ViewBox = Pick<SanitizedSvg, "x" | "y" | "width" | "height">;

/** Returns the root tag with a numeric size. An image without one would fill its container. */
function writeRootTag(root: XmlTag, { width, height }: ViewBox): string {
  const rootAttributes = writeAttributes(root, new Set(["width", "height", "style"]));
  return `<svg xmlns="${svgNamespace}" width="${width}" height="${height}"${rootAttributes}>`;
}

function readBox(root: XmlTag): ViewBox | null {
  const [x = 0, y = 0, boxWidth, boxHeight] = (getAttribute(root, "viewBox") ?? "0 0")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = Math.ceil(boxWidth ?? Number.parseFloat(getAttribute(root, "width") ?? ""));
  const height = Math.ceil(boxHeight ?? Number.parseFloat(getAttribute(root, "height") ?? ""));
  const isSize = (px: number) => px > 0 && px <= maxSidePx;
  return isSize(width) && isSize(height) && Number.isFinite(x + y) ? { x, y, width, height } : null;
}

function getAttribute(tag: XmlTag, attributeName: string): string | undefined {
  return tag.attributes.find(({ name }) => name === attributeName)?.value;
}
