import { DomUtils, parseDocument } from "htmlparser2";

type XmlNode = ReturnType<typeof parseDocument>["children"][number];
type XmlElement = Extract<XmlNode, { attribs: unknown }>;

/**
 * Returns an Office formula (OMML) as one line of text, such as `(a+b)/c` or `∑_(i=1)^n i`, in the notation of Unicode
 * Technical Note 28.
 */
export const toLinearFormula = (omml: string): string =>
  joinNodes(parseDocument(omml, { xmlMode: true }).children)
    .replace(/\s+/g, " ")
    .trim();

const joinNodes = (nodes: readonly XmlNode[]): string => nodes.map(toText).join("");

function toText(node: XmlNode): string {
  if (!isElement(node)) return "";
  const part = (name: string) => joinNodes(getChild(node, name)?.children ?? []);
  const group = (name: string) => addParentheses(part(name));
  switch (node.name) {
    case "m:t":
      return DomUtils.textContent(node);
    case "m:f":
      return `${group("m:num")}/${group("m:den")}`;
    case "m:sSup":
    case "m:limUpp":
      return `${group("m:e")}^${group(node.name === "m:sSup" ? "m:sup" : "m:lim")}`;
    case "m:sSub":
      return `${group("m:e")}_${group("m:sub")}`;
    case "m:limLow":
      return `${part("m:e")}_${group("m:lim")}`;
    case "m:sSubSup":
      return `${group("m:e")}_${group("m:sub")}^${group("m:sup")}`;
    case "m:rad":
      return part("m:deg") === "" ? `√${group("m:e")}` : `√(${part("m:deg")}&${part("m:e")})`;
    case "m:nary":
      return toNaryText(getProperty(node, "m:chr") ?? "∫", part("m:sub"), part("m:sup"), part("m:e"));
    case "m:d":
      return toDelimitedText(node);
    case "m:m":
      return `[${listChildren(node, "m:mr").map(joinCells).join("; ")}]`;
    case "m:eqArr":
      return listChildren(node, "m:e").map(toJoinedText).join("; ");
    case "m:acc":
      return `${group("m:e")}${getProperty(node, "m:chr") ?? "\u0302"}`;
    case "m:func":
      return `${part("m:fName")} ${part("m:e")}`;
    default:
      // Runs, arguments, boxes and whatever else only contains other elements.
      return joinNodes(node.children);
  }
}

/** Signs that belong to the same term: letters, digits and their accents. */
const termPattern = /^(?:[\p{L}\p{N}\p{M}.,]*|.)$/u;
const addParentheses = (text: string) => (termPattern.test(text) ? text : `(${text})`);

function toNaryText(sign: string, from: string, to: string, operand: string): string {
  const lower = from === "" ? "" : `_${addParentheses(from)}`;
  const upper = to === "" ? "" : `^${addParentheses(to)}`;
  return `${sign}${lower}${upper} ${operand}`;
}

function toDelimitedText(node: XmlElement): string {
  const separator = getProperty(node, "m:sepChr") ?? "|";
  const content = listChildren(node, "m:e").map(toJoinedText).join(separator);
  return `${getProperty(node, "m:begChr") ?? "("}${content}${getProperty(node, "m:endChr") ?? ")"}`;
}

const joinCells = (row: XmlElement) => listChildren(row, "m:e").map(toJoinedText).join(", ");
const toJoinedText = ({ children }: XmlElement) => joinNodes(children);

const isElement = (node: XmlNode): node is XmlElement => "attribs" in node;
const listChildren = (node: XmlElement, name: string): XmlElement[] =>
  node.children.filter(isElement).filter((child) => child.name === name);
const getChild = (node: XmlElement, name: string): XmlElement | undefined => listChildren(node, name)[0];

/** Returns the value of a property, which is in an element such as `m:naryPr`; undefined if it is not set. */
function getProperty(node: XmlElement, name: string): string | undefined {
  const properties = getChild(node, `${node.name}Pr`);
  return properties && getChild(properties, name)?.attribs["m:val"];
}
