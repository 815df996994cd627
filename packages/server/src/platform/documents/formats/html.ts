import type { FormatReader } from "../child/formatReader.ts";
import { addHtml } from "./addHtml.ts";
import { createOutline } from "./outline.ts";
import { readText } from "./text.ts";

/** Reads HTML: headings, paragraphs, lists, tables and code, without scripts, styles and navigation. */
export const readHtml: FormatReader = async (input, items) => {
  const text = await readText(input, declaredCharset);
  const outline = createOutline();
  let paragraph = 0;
  const { title } = addHtml(text, items, {
    outline,
    getLocation: () => ({ ...outline.getLocation(), paragraph: ++paragraph }),
  });
  return { props: title === "" ? {} : { title } };
};

/** The charset that the page declares near its beginning. */
export function declaredCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 4_096).toString("latin1");
  return (
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(start)?.[1] ??
    null
  );
}
