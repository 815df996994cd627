import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConvertFormat } from "@lectern/contract";
import { pino } from "pino";
import { afterAll } from "vitest";
import { readConfig } from "../../../config.ts";
import { createDocumentConverter } from "../createDocumentConverter.ts";
import type { ConversionRequest, DocumentSection } from "../documentConverter.ts";
import { createReusableConverter } from "./createReusableConverter.ts";
import { parseDocumentParts } from "./parseDocumentParts.ts";

/** Creates a converter with a temporary folder, which is deleted after the tests of the file. */
export async function createConverterFixture() {
  const folder = await mkdtemp(join(tmpdir(), "lectern-convert-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: folder });
  const log = pino({ level: "silent" });
  const converter = createDocumentConverter(config, log);

  const reusableConverter = createReusableConverter(folder);
  afterAll(() => reusableConverter.close());
  const createRequest = (
    format: ConvertFormat,
    sections: readonly DocumentSection[],
    overrides: Partial<Pick<ConversionRequest, "title" | "templatePath">> = {},
  ) => ({ format, templatePath: null, title: "Engines", sections: [...sections], ...overrides });
  type ConversionParameters = Parameters<typeof createRequest>;

  /** Converts the sections in a process that the conversions share, and returns the parts of the document. */
  const convert = async (...parameters: ConversionParameters) =>
    parseDocumentParts(await reusableConverter.convert(createRequest(...parameters)));

  /** Converts the sections in a process of their own, as the server does, which takes seconds. */
  const convertAsServer = async (...parameters: ConversionParameters) => {
    const { signal } = new AbortController();
    const document = await converter.convert({ ...createRequest(...parameters), signal });
    try {
      return parseDocumentParts(new Uint8Array(await readFile(document.path)));
    } finally {
      await document.dispose();
    }
  };
  return { folder, config, log, converter, convert, convertAsServer };
}

/** Returns the text of a part of a document. */
export const textOf = (xml: string): string =>
  [...xml.matchAll(/<[wam]:t(?: [^>]*)?>([^<]*)<\/[wam]:t>/g)].map(([, text]) => text).join("");

/** Returns the slides of a presentation in their order. */
export const listSlides = (parts: Record<string, string>): string[] =>
  Object.keys(parts)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)))
    .map((name) => parts[name] ?? "");
