import { type CSSProperties, createElement, type ReactNode } from "react";
import { decodeEntities } from "../parse/decodeEntities.ts";

/**
 * Converts KaTeX's markup to React elements; null if it is malformed, nested too deeply or contains an element that is
 * not in `allowedTags`. The conversion has two purposes: the page's policy blocks style attributes in markup but not
 * styles set by scripts, and only known elements and attributes can get into the page.
 */
export function katexMarkupToElements(markup: string): ReactNode {
  const root: OpenElement = { tag: "", props: {}, children: [] };
  const stack = [root];
  let parsedOffset = 0;
  for (const match of markup.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|[^<]+/g)) {
    if (match.index !== parsedOffset) return null;
    parsedOffset += match[0].length;
    const [text, slash, tag, attributes = "", selfClosing] = match;
    const parent = stack.at(-1);
    if (!parent) return null;
    if (tag === undefined) {
      parent.children.push(decodeEntities(text));
    } else if (slash) {
      stack.pop();
      const parentElement = stack.at(-1);
      if (parent.tag !== tag || !parentElement) return null;
      parentElement.children.push(closeElement(parent));
    } else {
      if (!allowedTags.has(tag) || stack.length > maxDepth) return null;
      const element: OpenElement = { tag, props: parseAttributes(attributes), children: [] };
      if (selfClosing) parent.children.push(closeElement(element));
      else stack.push(element);
    }
  }
  return stack.length === 1 && parsedOffset === markup.length ? createElement("span", null, ...root.children) : null;
}

/** The maximum nesting depth. At eight times this depth, layout crashed a browser's process. */
const maxDepth = 250;

interface OpenElement {
  tag: string;
  props: Record<string, string | CSSProperties>;
  children: ReactNode[];
}

function closeElement({ tag, props, children }: OpenElement): ReactNode {
  return createElement(tag, props, ...children);
}

const allowedTags = new Set(
  (
    "span svg path line math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover " +
    "munder munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose"
  ).split(" "),
);

/** The allowed attributes, with their names in React. */
const attributeNames = new Map([
  ["class", "className"],
  ["stroke-width", "strokeWidth"],
  ...(
    "aria-hidden accent accentunder columnalign columnlines columnspacing d depth display displaystyle encoding fence height " +
    "linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation " +
    "preserveAspectRatio rowlines rowspacing rspace scriptlevel separator side stretchy viewBox voffset width x1 x2 y1 y2"
  )
    .split(" ")
    .map((name): [string, string] => [name, name]),
]);

function parseAttributes(text: string): OpenElement["props"] {
  const props: OpenElement["props"] = {};
  for (const [, name = "", encoded = ""] of text.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    const value = decodeEntities(encoded);
    const propName = attributeNames.get(name);
    if (name === "style") props.style = parseStyle(value);
    else if (propName) props[propName] = value;
  }
  return props;
}

function parseStyle(text: string): CSSProperties {
  const style: Record<string, string> = {};
  for (const declaration of text.split(";")) {
    const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([-+\w.#%(), ]+?)\s*$/.exec(declaration) ?? [];
    const property = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const leavesFlow = property === "position" && value !== "relative";
    if (allowedStyles.has(property) && !leavesFlow && !/url|expression/i.test(value)) style[property] = value;
  }
  return style;
}

const allowedStyles = new Set(
  (
    "backgroundColor borderBottomWidth borderColor borderRightStyle borderRightWidth borderStyle borderTopWidth borderWidth " +
    "bottom color height left margin marginLeft marginRight marginTop minWidth paddingLeft position textShadow top verticalAlign width"
  ).split(" "),
);
