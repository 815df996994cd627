import { type CSSProperties, createElement, type ReactNode } from "react";
import { decodeEntities } from "../parse/decodeEntities.ts";

/**
 * KaTeX's markup as React elements; null for anything that is not made of the elements below. Two reasons: the page's policy
 * refuses style attributes in markup, while styles set by script pass; and no other element or attribute can get through.
 */
export function katexMarkupToElements(markup: string): ReactNode {
  const root: Open = { tag: "", props: {}, children: [] };
  const stack = [root];
  let readTo = 0;
  for (const match of markup.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|[^<]+/g)) {
    if (match.index !== readTo) return null;
    readTo += match[0].length;
    const [text, slash, tag, attributes = "", selfClosing] = match;
    const parent = stack.at(-1);
    if (!parent) return null;
    if (tag === undefined) {
      parent.children.push(decodeEntities(text));
    } else if (slash) {
      stack.pop();
      const outer = stack.at(-1);
      if (parent.tag !== tag || !outer) return null;
      outer.children.push(finish(parent));
    } else {
      if (!allowedTags.has(tag) || stack.length > deepest) return null;
      const opened: Open = { tag, props: readAttributes(attributes), children: [] };
      if (selfClosing) parent.children.push(finish(opened));
      else stack.push(opened);
    }
  }
  return stack.length === 1 && readTo === markup.length ? createElement("span", null, ...root.children) : null;
}

/** Elements inside each other; a browser's layout has ended its process over eight times as many. */
const deepest = 250;

interface Open {
  tag: string;
  props: Record<string, string | CSSProperties>;
  children: ReactNode[];
}

function finish({ tag, props, children }: Open): ReactNode {
  return createElement(tag, props, ...children);
}

const allowedTags = new Set(
  (
    "span svg path line math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover " +
    "munder munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose"
  ).split(" "),
);

/** The attributes that may stand, by the names that React gives them. */
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

function readAttributes(text: string): Open["props"] {
  const props: Open["props"] = {};
  for (const [, name = "", written = ""] of text.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    const value = decodeEntities(written);
    const known = attributeNames.get(name);
    if (name === "style") props.style = readStyle(value);
    else if (known) props[known] = value;
  }
  return props;
}

function readStyle(text: string): CSSProperties {
  const style: Record<string, string> = {};
  for (const declaration of text.split(";")) {
    const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([-+\w.#%(), ]+?)\s*$/.exec(declaration) ?? [];
    const property = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const isMisplaced = property === "position" && value !== "relative";
    if (allowedStyles.has(property) && !isMisplaced && !/url|expression/i.test(value)) style[property] = value;
  }
  return style;
}

const allowedStyles = new Set(
  (
    "backgroundColor borderBottomWidth borderColor borderRightStyle borderRightWidth borderStyle borderTopWidth borderWidth " +
    "bottom color height left margin marginLeft marginRight marginTop minWidth paddingLeft position textShadow top verticalAlign width"
  ).split(" "),
);
