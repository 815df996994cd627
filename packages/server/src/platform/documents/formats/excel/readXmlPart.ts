import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createMarkupParser } from "../markupParser.ts";

/** The text of one element longer than this is cut: a cell holds 32,767 characters. */
const longestText = 100_000;

/**
 * Reads XML as a stream. Elements are told by their names without a prefix, at their end with the text that stands directly in them. Entities
 * that the document defines are not expanded.
 */
export async function readXmlPart(
  stream: Readable,
  onOpen: (name: string, attributes: Record<string, string>) => void,
  onClose: (name: string, text: string) => void = () => undefined,
): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        text = "";
        onOpen(local(name), attributes);
      },
      ontext(given) {
        if (text.length < longestText) text += given;
      },
      onclosetag(name) {
        onClose(local(name), text);
        text = "";
      },
    },
    { xmlMode: true },
  );
  for await (const part of stream) parser.write(decoder.write(part));
  parser.end();
}
