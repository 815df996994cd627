import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cleanText } from "../child/itemCollector.ts";
import { ocrDataFolder } from "../ocrLanguages.ts";

/** Takes text from pictures (tesseract). */
export interface Recognizer {
  /** A picture in a format that tesseract reads; gives its paragraphs. */
  read(picture: Buffer): Promise<string[]>;
  close(): Promise<void>;
}

/** Loads the recogniser and the languages' data from the installed packages: nothing is fetched. */
export async function createOcrEngine(languages: readonly string[]): Promise<Recognizer> {
  const { createWorker, OEM } = await import("tesseract.js");
  const folder = await gather(languages);
  const worker = await createWorker([...languages], OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: "none",
    gzip: true,
    errorHandler: () => undefined,
  });
  return {
    async read(picture) {
      const { data } = await worker.recognize(picture, {}, { text: true });
      return data.text
        .split(/\n\s*\n/)
        .map((paragraph) => joinedLines(paragraph))
        .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph));
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** tesseract looks for all languages in one folder, and each is in a package of its own. */
async function gather(languages: readonly string[]): Promise<string> {
  const [only, ...others] = languages;
  if (only !== undefined && others.length === 0) return ocrDataFolder(only);
  // The working folder is that of the read, and goes with it.
  const folder = join(process.cwd(), "ocr");
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    const name = `${language}.traineddata.gz`;
    await copyFile(join(ocrDataFolder(language), name), join(folder, name));
  }
  return folder;
}

function joinedLines(paragraph: string): string {
  return cleanText(paragraph)
    .replace(/(\p{L})[-‐]\n(?=\p{Ll})/gu, "$1")
    .replace(/\s*\n\s*/g, " ");
}
