import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";

export interface ReceivedBody {
  bytes: Buffer;
  /** True if there were more bytes. */
  isCut: boolean;
  /** The header `content-type`; blank if there is none. */
  contentType: string;
  /** The header `content-encoding`; blank if there is none. */
  encoding: string;
}

const textualType =
  /^(text\/.*|.*\+(json|xml|yaml)|application\/(json|xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|toml|x-ndjson|ndjson|jsonl|json-seq|x-www-form-urlencoded))$/;

/** Decodes a body of a textual type. Describes any other one by its size and type. */
export function describeBody({ bytes, isCut, contentType, encoding }: ReceivedBody): string {
  const type = parseType(contentType);
  const isText = type === null ? isUtf8(bytes) && !bytes.includes(0) : textualType.test(type.essence);
  // Compression was not offered.
  const isPlain = encoding === "" || encoding.toLowerCase() === "identity";
  if (bytes.length === 0) return "";
  if (!isText || !isPlain) {
    const size = `${isCut ? "more than " : ""}${bytes.length.toLocaleString("en-US")} bytes`;
    return `(binary, ${size}, ${isPlain ? (type?.essence ?? "unknown type") : encoding.slice(0, 50)})`;
  }
  // A streaming decoder omits a character that was cut. NUL can be stored nowhere.
  return createDecoder(type?.params.get("charset")).decode(bytes, { stream: isCut }).replaceAll("\0", "\uFFFD");
}

function parseType(contentType: string): MIMEType | null {
  try {
    return new MIMEType(contentType);
  } catch {
    return null; // absent, or not a media type
  }
}

function createDecoder(charset: string | null | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder(); // an unknown character set
  }
}
