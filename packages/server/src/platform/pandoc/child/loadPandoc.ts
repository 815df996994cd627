import type { ConvertFormat } from "@lectern/contract";
import { fonts } from "../templates/createThemePart.ts";
import type { Block } from "./pandocTree.ts";

export interface PandocInput {
  format: ConvertFormat;
  blocks: Block[];
  /** A document with fonts, sizes and layouts. */
  template: Uint8Array;
  /** The language of the text (ISO 639-1), in which the document is proofread; null if unknown. */
  language: string | null;
}

/** Converts blocks to a document. Throws pandoc's error. */
type RunPandoc = (input: PandocInput) => Promise<Uint8Array>;

const apiVersion = [1, 23, 1];
const outputName = "out";

/** Loads pandoc, which takes half a second and 350 MB of memory. */
export async function loadPandoc(): Promise<RunPandoc> {
  const { convert } = await import("pandoc-wasm");
  return async ({ format, blocks, template, language }) => {
    const meta = language === null ? {} : { lang: { t: "MetaString", c: language } };
    const document = { "pandoc-api-version": apiVersion, meta, blocks };
    const options = {
      from: "json",
      to: format,
      "output-file": outputName,
      "reference-doc": "template",
      "highlight-style": "tango",
      "slide-level": 2,
      variables: { monofont: fonts.code },
      verbosity: "ERROR",
    };
    const { files } = await convert(options, JSON.stringify(document), { template: new Blob([template.slice()]) });
    const file = files[outputName];
    if (!(file instanceof Blob) || file.size === 0) throw new Error("pandoc produced no document");
    return new Uint8Array(await file.arrayBuffer());
  };
}
