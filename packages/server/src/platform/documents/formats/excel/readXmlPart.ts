import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createMarkupParser } from "../markupParser.ts";

/** In characters. Longer text of an element is truncated; Excel allows 32,767 characters in a cell. */
const maxTextLength = 100_000;

/**
 * Parses XML as a stream. Reports element names without their prefix; `onClose` also receives the element's text after
 * its last child. Does not expand entities that the document defines.
 */
export async function readXmlPart(
  stream: Readable,
  onOpen: (name: string, attributes: Record<string, string>) => void,
  onClose: (name: string, text: string) => void = () => undefined,
): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  const removePrefix = (name: string) => name.slice(name.indexOf(":") + 1);
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        text = "";
        onOpen(removePrefix(name), attributes);
      },
      ontext(data) {
        if (text.length < maxTextLength) text += data;
      },
      onclosetag(name) {
        onClose(removePrefix(name), text);
        text = "";
      },
    },
    { xmlMode: true },
  );
  for await (const part of stream) parser.write(decoder.write(part));
  parser.end();
}
