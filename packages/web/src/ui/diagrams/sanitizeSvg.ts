import { parseXml, writeText, type XmlAttribute, type XmlTag } from "./parseXml.ts";

export interface SanitizedSvg {
  svg: string;
  /** What part of its own plane it shows. CSS px. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of the whole picture, where it says so. */
  title: string;
  description: string;
}

const svgNamespace = "http://www.w3.org/2000/svg";
const maxSidePx = 100_000;

/**
 * A picture that came from the frame, written anew with what is known to be harmless: elements that draw, no address but places in the
 * picture itself and embedded pictures, a size. Null where it is no such picture, or its styles refer to something outside of it. It is
 * shown as an image, in which browsers run and load nothing anyway; a saved one may be opened as a page.
 */
export function sanitizeSvg(text: string): SanitizedSvg | null {
  const tokens = parseXml(text);
  if (!tokens) return null;
  const [root] = tokens;
  if (root?.type !== "open" || root.name !== "svg" || attributeOf(root, "xmlns") !== svgNamespace) return null;
  const box = boxOf(root);
  if (!box) return null;

  const parts = [rootTag(root, box)];
  const names = { title: "", desc: "" };
  const open: string[] = [];
  /** How deep one is in an element that is left out. */
  let leftOut = 0;
  // Together: what stands between its pieces is left out.
  let styles = "";
  for (const token of tokens.slice(root.isEmpty ? 2 : 1)) {
    const parent = open.at(-1);
    if (token.type === "text") {
      if (leftOut > 0) continue;
      if (parent === "style") styles += token.text;
      if (open.length === 1 && (parent === "title" || parent === "desc")) names[parent] += token.text;
      parts.push(writeText(token.text));
    } else if (token.type === "open") {
      if (leftOut > 0 || parent === "style" || !isAllowed(token)) {
        if (!token.isEmpty) leftOut += 1;
        continue;
      }
      parts.push(`<${token.name}${attributesOf(token)}${token.isEmpty ? "/" : ""}>`);
      if (!token.isEmpty) open.push(token.name);
    } else if (leftOut > 0) {
      leftOut -= 1;
    } else {
      open.pop();
      parts.push(`</${token.name}>`);
    }
  }
  if (root.isEmpty) parts.push("</svg>");
  if (loadsExternalContent(styles)) return null;
  const said = (name: string) => name.trim().slice(0, 1_000);
  return { svg: parts.join(""), ...box, title: said(names.title), description: said(names.desc) };
}

function isAllowed(tag: XmlTag): boolean {
  const namespace = attributeOf(tag, "xmlns");
  return allowed.has(tag.name) && (namespace === undefined || namespace === svgNamespace);
}

const allowed = new Set(
  (
    "g defs svg symbol use marker clipPath mask pattern style title desc path rect circle ellipse line polyline polygon " +
    "text tspan textPath image a switch linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer " +
    "feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology " +
    "feOffset feTile feTurbulence"
  ).split(" "),
);

function attributesOf(tag: XmlTag, left: ReadonlySet<string> = new Set()): string {
  return tag.attributes
    .filter(({ name }) => !left.has(name))
    .map((attribute) => harmless(tag, attribute))
    .join("");
}

function harmless(tag: XmlTag, { name, value }: XmlAttribute): string {
  const [local = "", prefix] = name.split(":").reverse();
  if (local === "href" && (prefix === undefined || prefix === "xlink")) {
    return isInside(tag, value) ? ` href="${writeText(value)}"` : "";
  }
  const isPlain = prefix === undefined && name !== "xmlns" && name !== "src" && !/^on/i.test(name);
  if (name !== "xml:space" && !(isPlain && !loadsExternalContent(value))) return "";
  return ` ${name}="${writeText(value)}"`;
}

/** A link leads nowhere: the picture is an image. */
function isInside(tag: XmlTag, address: string): boolean {
  if (tag.name === "a") return false;
  if (tag.name === "image") return /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(address);
  return /^#[\w.:-]*$/.test(address);
}

/** Whether styles load something: `url(…)` other than a place in the picture, `@import`, or what hides such a thing. */
function loadsExternalContent(styles: string): boolean {
  return /url\(\s*(?!["']?#)|@import|@font-face|image-set\(|src\(|\\/i.test(styles);
}

type Box = Pick<SanitizedSvg, "x" | "y" | "width" | "height">;

/** The root with a size in numbers: an image without one is as large as its place. */
function rootTag(root: XmlTag, { width, height }: Box): string {
  const own = attributesOf(root, new Set(["width", "height", "style"]));
  return `<svg xmlns="${svgNamespace}" width="${width}" height="${height}"${own}>`;
}

function boxOf(root: XmlTag): Box | null {
  const [x = 0, y = 0, boxWidth, boxHeight] = (attributeOf(root, "viewBox") ?? "0 0")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = Math.ceil(boxWidth ?? Number.parseFloat(attributeOf(root, "width") ?? ""));
  const height = Math.ceil(boxHeight ?? Number.parseFloat(attributeOf(root, "height") ?? ""));
  const isSize = (px: number) => px > 0 && px <= maxSidePx;
  return isSize(width) && isSize(height) && Number.isFinite(x + y) ? { x, y, width, height } : null;
}

function attributeOf(tag: XmlTag, wanted: string): string | undefined {
  return tag.attributes.find(({ name }) => name === wanted)?.value;
}
