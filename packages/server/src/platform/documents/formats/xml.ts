import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createDamagedError } from "../readFailures.ts";
import { findDeclaredCharset } from "./html.ts";
import { createMarkupParser } from "./markupParser.ts";
import { readText } from "./text.ts";

const targetItemLength = 800;
const maxNameLength = 100;

interface OpenElement {
  name: string;
  text: string;
}

/**
 * Reads XML: the name of each element, followed by its attributes or its text, with a line number. Short elements are
 * combined into one item, but never across records (the children of the root). Entities that the document defines are
 * not expanded.
 */
export const readXml: FormatReader = async (input, items) => {
  const text = await readText(input, findDeclaredCharset);
  const openElements: OpenElement[] = [];
  let lines: string[] = [];
  let length = 0;
  let firstLine = 1;
  let line = 1;
  let countedIndex = 0;
  const getLineAt = (index: number) => {
    for (
      let newline = text.indexOf("\n", countedIndex);
      newline >= 0 && newline < index;
      newline = text.indexOf("\n", countedIndex)
    ) {
      line++;
      countedIndex = newline + 1;
    }
    return line;
  };
  const addLine = (content: string) => {
    if (lines.length === 0) firstLine = getLineAt(parser.startIndex);
    lines.push(content);
    length += content.length;
  };
  const flush = () => {
    items.add(lines.join("\n"), { line: firstLine });
    lines = [];
    length = 0;
  };
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        if (openElements.length >= documentLimits.depth) throw createDamagedError(new Error("nested too deeply"));
        openElements.push({ name: name.slice(0, maxNameLength), text: "" });
        const shownAttributes = Object.entries(attributes).filter(
          ([key, value]) => value.trim() !== "" && !/^(xmlns|xsi:|xml:)/.test(key),
        );
        if (shownAttributes.length > 0)
          addLine(`${name}: ${shownAttributes.map(([key, value]) => `${key}=${value}`).join(", ")}`);
      },
      ontext(data) {
        const currentElement = openElements.at(-1);
        if (currentElement) currentElement.text += data;
      },
      onclosetag() {
        const element = openElements.pop();
        if (!element) return;
        const content = element.text.replace(/\s+/g, " ").trim();
        const parent = openElements.at(-1);
        // An element inside a sentence, such as emphasis, adds its text to its parent's text.
        if (parent && parent.text.trim() !== "" && content !== "") parent.text += content;
        else if (content !== "") addLine(`${element.name}: ${content}`);
        if ((openElements.length <= 1 && length > 0) || length > targetItemLength) flush();
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  parser.end();
  if (length > 0) flush();
  return { props: {} };
};
