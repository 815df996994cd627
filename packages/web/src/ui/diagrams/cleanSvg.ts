export interface CleanSvg {
  svg: string;
  /** CSS px. */
  width: number;
  height: number;
  /** Of the whole picture, where it says so. */
  title: string;
  description: string;
}

const svgNamespace = "http://www.w3.org/2000/svg";
const largestPx = 100_000;

/**
 * A picture that came from the frame, made harmless: only elements that draw, no address but places in the picture itself and embedded
 * pictures, a size of its own. Null where it is no such picture, or refers to something outside of it. It is shown as an image, in which
 * browsers run and load nothing anyway; a saved one may be opened as a page.
 */
export function cleanSvg(text: string): CleanSvg | null {
  // Entities could make much out of little.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== svgNamespace || root.localName !== "svg") return null;
  for (const element of [...root.querySelectorAll("*")]) {
    if (!isAllowed(element)) element.remove();
  }
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.localName === "style" && refersOutside(element.textContent)) return null;
    cleanAttributes(element);
  }
  const size = sizeOf(root);
  if (!size) return null;
  root.removeAttribute("style");
  root.setAttribute("width", String(size.width));
  root.setAttribute("height", String(size.height));
  return { svg: new XMLSerializer().serializeToString(root), ...size, ...namesOf(root) };
}

function isAllowed(element: Element): boolean {
  return element.namespaceURI === svgNamespace && allowed.has(element.localName);
}

const allowed = new Set(
  (
    "svg g defs symbol use marker clipPath mask pattern style title desc path rect circle ellipse line polyline polygon " +
    "text tspan textPath image a switch linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer " +
    "feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology " +
    "feOffset feTile feTurbulence"
  ).split(" "),
);

function cleanAttributes(element: Element): void {
  for (const { name, localName, value } of [...element.attributes]) {
    const isAddress = localName === "href" || localName === "src";
    const isKept = isAddress ? isInside(element, value) : !/^on/i.test(localName) && !refersOutside(value);
    if (!isKept) element.removeAttribute(name);
  }
}

/** A link leads nowhere: the picture is an image. */
function isInside(element: Element, address: string): boolean {
  if (element.localName === "a") return false;
  if (element.localName === "image") return /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(address);
  return /^#[\w.:-]*$/.test(address);
}

/** Whether styles load something: `url(…)` other than a place in the picture, `@import`, or what hides such a thing. */
function refersOutside(styles: string): boolean {
  return /url\(\s*(?!["']?#)|@import|@font-face|image-set\(|src\(|\\/i.test(styles);
}

function sizeOf(root: Element): { width: number; height: number } | null {
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = (root.getAttribute("viewBox") ?? "")
    .split(/[\s,]+/)
    .map(Number);
  const width = Number.isFinite(boxWidth) ? boxWidth : Number.parseFloat(root.getAttribute("width") ?? "");
  const height = Number.isFinite(boxHeight) ? boxHeight : Number.parseFloat(root.getAttribute("height") ?? "");
  if (!(width > 0 && width <= largestPx && height > 0 && height <= largestPx)) return null;
  return { width: Math.ceil(width), height: Math.ceil(height) };
}

function namesOf(root: Element): { title: string; description: string } {
  const textOf = (name: string) => {
    const child = [...root.children].find(({ localName }) => localName === name);
    return (child?.textContent ?? "").trim().slice(0, 1_000);
  };
  return { title: textOf("title"), description: textOf("desc") };
}
