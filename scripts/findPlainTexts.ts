import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** Attributes and properties whose strings people read or hear. */
const textAttributes = new Set([
  "aria-label",
  "aria-description",
  "alt",
  "description",
  "label",
  "message",
  "placeholder",
  "title",
]);
const macroModules = ["@lingui/core/macro", "@lingui/react/macro"];
/** Names of the macros that may only run in functions: a module is evaluated before the catalogue is loaded. */
const eagerMacros = new Set(["t", "plural", "select", "selectOrdinal"]);
const macros = new Set<string>([...eagerMacros, "msg", "defineMessage"]);
const textElements = new Set(["Trans", "Plural", "Select"]);

export interface PlainText {
  line: number;
  problem: string;
  text: string;
}

interface Node {
  type: string;
  span?: { start: number };
  [key: string]: unknown;
}

/** A comment with these words, in the line before a text or a constant, says why it is not in the catalogue. */
const exemption = "Not translated:";

/**
 * Finds texts that are not in the catalogue: letters between JSX tags, strings in attributes that people read, strings
 * that read like sentences, and macros outside functions.
 */
export function findPlainTexts(path: string): PlainText[] {
  const source = readFileSync(path);
  const tree = parseSync(source.toString(), { syntax: "typescript", tsx: path.endsWith("x"), target: "es2024" });
  const usesMacros = macroModules.some((name) => source.includes(`"${name}"`));
  const lines = source.toString().split("\n");
  const found: PlainText[] = [];
  const offset = tree.span.start;
  const getLine = (node: Node) =>
    source
      .subarray(0, Math.max(0, (node.span?.start ?? offset) - offset))
      .toString()
      .split("\n").length;
  const hasExemption = (node: Node) => {
    const line = getLine(node);
    return lines.slice(Math.max(0, line - 2), line).some((each) => each.includes(exemption));
  };
  const report = (node: Node, problem: string, text: string) => {
    if (hasExemption(node)) return;
    const line = getLine(node);
    found.push({ line, problem, text: text.replace(/\s+/g, " ").trim() });
  };
  const visit = (value: unknown, isInFunction: boolean, isInText: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, isInFunction, isInText);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (!isNode(value)) {
      for (const item of Object.values(value)) visit(item, isInFunction, isInText);
      return;
    }
    const node = value;
    if (!isInText && node.type === "JSXText" && hasWord(String(node.value))) {
      report(node, "text between tags", String(node.value));
    }
    if (!isInText && node.type === "JSXAttribute") {
      const name = (node.name as Node).value;
      const literal = getLiteral(node.value);
      if (textAttributes.has(String(name)) && literal !== null && hasWord(literal)) {
        report(node, `attribute ${String(name)}`, literal);
      }
    }
    if (!isInText && isText(node)) report(node, "sentence", getLiteral(node) ?? "");
    if (!isInFunction && usesMacros && isEagerMacro(node)) report(node, "macro outside a function", "");
    const isFunction = /Function|ArrowFunction|Method|Constructor|Getter|Setter/.test(node.type);
    const isExempt =
      isMacro(node) || isForDevelopers(node) || (node.type === "VariableDeclaration" && hasExemption(node));
    for (const [key, child] of Object.entries(node)) {
      if (key !== "span") visit(child, isInFunction || isFunction, isInText || isExempt);
    }
  };
  visit(tree.body, false, false);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const hasWord = (text: string) => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ""));

function getLiteral(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === "StringLiteral") return String(value.value);
  if (value.type === "JSXExpressionContainer") return getLiteral(value.expression);
  if (value.type === "TemplateLiteral") {
    return (value.quasis as Node[]).map(({ cooked }) => (typeof cooked === "string" ? cooked : "")).join(" ");
  }
  if (value.type === "ConditionalExpression") {
    return (
      [getLiteral(value.consequent), getLiteral(value.alternate)].filter((text) => text !== null).join(" ") || null
    );
  }
  return null;
}

/** True for a string that reads like a sentence or a label of several words. */
function isText(node: Node): boolean {
  if (node.type !== "StringLiteral" && node.type !== "TemplateLiteral") return false;
  return /^[\p{Lu}“…][^<>={}]*\p{Ll}[^<>={}]*( [\p{L}\d“]|…$|\.$)/u.test(getLiteral(node) ?? "");
}

function isMacro(node: Node): boolean {
  if (node.type === "JSXElement") return textElements.has(getElementName(node));
  const callee = getCallee(node);
  return callee !== null && macros.has(callee);
}

/** True for errors and lines of the console, which only a developer sees, for imports and for drawings. */
function isForDevelopers(node: Node): boolean {
  if (node.type === "ImportDeclaration" || node.type.startsWith("Ts")) return true;
  if (node.type === "JSXAttribute" && (node.name as Node).value === "d") return true; // the path of a drawing
  if (isNode(node.callee) && node.callee.type === "MemberExpression") {
    const { object } = node.callee;
    return isNode(object) && object.type === "Identifier" && object.value === "console";
  }
  return ["Error", "TypeError", "RangeError"].includes(getCallee(node) ?? "");
}

function getCallee(node: Node): string | null {
  const callee = node.type === "TaggedTemplateExpression" ? node.tag : node.callee;
  return isNode(callee) && callee.type === "Identifier" ? String(callee.value) : null;
}

function isEagerMacro(node: Node): boolean {
  return eagerMacros.has(getCallee(node) ?? "");
}

function getElementName(node: Node): string {
  const name = (node.opening as Node | undefined)?.name;
  return isNode(name) ? String(name.value ?? "") : "";
}
