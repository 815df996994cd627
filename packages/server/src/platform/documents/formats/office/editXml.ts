import { createMarkupParser } from "../markupParser.ts";

/** Receives the elements of an XML part in order. Positions are indexes in the part's text. */
export interface XmlVisitor {
  /** `end`: after the start tag. `parent`: name of the parent; "" for the root. */
  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    position: { start: number; end: number },
    parent: string,
  ): void;
  /** `start`: of the end tag. */
  close?(name: string, position: { start: number; end: number }, parent: string): void;
  text?(text: string, position: { start: number; end: number }, parent: string): void;
}

/** Reports the elements and texts of an XML part. Throws `DocumentReadError` if they are nested too deeply. */
export function visitXml(xml: string, visitor: XmlVisitor): void {
  const names: string[] = [];
  const getPosition = () => ({ start: parser.startIndex, end: (parser.endIndex ?? parser.startIndex) + 1 });
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        visitor.open(name, attributes, getPosition(), names.at(-1) ?? "");
        names.push(name);
      },
      onclosetag(name) {
        names.pop();
        visitor.close?.(name, getPosition(), names.at(-1) ?? "");
      },
      ontext(text) {
        visitor.text?.(text, getPosition(), names.at(-1) ?? "");
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

/** Replaces the text between two positions. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits that do not overlap. Edits at the same position keep their order. */
export function applyEdits(xml: string, edits: readonly Edit[]): string {
  let result = "";
  let position = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < position) continue;
    result += xml.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + xml.slice(position);
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
