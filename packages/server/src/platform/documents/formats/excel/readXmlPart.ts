import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createMarkupParser } from "../markupParser.ts";

/** Longer text of one element is truncated. A cell can have 32,767 characters. */
const maxTextLength = 100_000;

/**
 * Parses XML as a stream. Element names are reported without their prefix; `onClose` also gets the text directly inside
 * the element. Entities that the document defines are not expanded.
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
      ontext(data) {
        if (text.length < maxTextLength) text += data;
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
