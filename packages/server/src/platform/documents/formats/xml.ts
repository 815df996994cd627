import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { damaged } from "../readFailures.ts";
import { declaredCharset } from "./html.ts";
import { createMarkupParser } from "./markupParser.ts";
import { readText } from "./text.ts";

const pieceLength = 800;
const longestName = 100;

interface Open {
  name: string;
  text: string;
}

/**
 * XML: what each element says, under its name, with the line. Elements are gathered while they are few words, and apart from one another at
 * the ends of records, the children of the root. Entities that the document defines are not expanded.
 */
export const readXml: FormatReader = async (input, items) => {
  const text = await readText(input, declaredCharset);
  const open: Open[] = [];
  let said: string[] = [];
  let length = 0;
  let first = 1;
  let line = 1;
  let counted = 0;
  const lineAt = (index: number) => {
    for (let at = text.indexOf("\n", counted); at >= 0 && at < index; at = text.indexOf("\n", counted)) {
      line++;
      counted = at + 1;
    }
    return line;
  };
  const say = (words: string) => {
    if (said.length === 0) first = lineAt(parser.startIndex);
    said.push(words);
    length += words.length;
  };
  const take = () => {
    items.add(said.join("\n"), { line: first });
    said = [];
    length = 0;
  };
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        if (open.length >= documentLimits.depth) throw damaged(new Error("nested too deep"));
        open.push({ name: name.slice(0, longestName), text: "" });
        const named = Object.entries(attributes).filter(
          ([key, value]) => value.trim() !== "" && !/^(xmlns|xsi:|xml:)/.test(key),
        );
        if (named.length > 0) say(`${name}: ${named.map(([key, value]) => `${key}=${value}`).join(", ")}`);
      },
      ontext(given) {
        const current = open.at(-1);
        if (current) current.text += given;
      },
      onclosetag() {
        const closed = open.pop();
        if (!closed) return;
        const words = closed.text.replace(/\s+/g, " ").trim();
        const above = open.at(-1);
        // Within a sentence, as for emphasis: it belongs to the words around it.
        if (above && above.text.trim() !== "" && words !== "") above.text += words;
        else if (words !== "") say(`${closed.name}: ${words}`);
        if ((open.length <= 1 && length > 0) || length > pieceLength) take();
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  parser.end();
  if (length > 0) take();
  return { props: {} };
};
