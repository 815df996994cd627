import type { FormatReader } from "../child/formatReader.ts";
import { addHtml } from "./addHtml.ts";
import { createOutline } from "./outline.ts";
import { readText } from "./text.ts";

/** Reads HTML: headings, paragraphs, lists, tables and code, without scripts, styles and navigation. */
export const readHtml: FormatReader = async (input, items) => {
  const text = await readText(input, findDeclaredCharset);
  const outline = createOutline();
  let paragraph = 0;
  const { title } = addHtml(text, items, {
    outline,
    getLocation: () => ({ ...outline.getLocation(), paragraph: ++paragraph }),
  });
  return { props: title === "" ? {} : { title } };
};

/** Returns the charset that an HTML or XML file declares in its first 4,096 bytes, or null. */
export function findDeclaredCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 4_096).toString("latin1");
  return (
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(start)?.[1] ??
    null
  );
}
