import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cleanText } from "../child/itemCollector.ts";
import { ocrDataFolder } from "../ocrLanguages.ts";

/** Recognizes text in images with tesseract. */
export interface OcrEngine {
  /** Returns the paragraphs of an image in a format that tesseract supports. */
  recognize(image: Buffer): Promise<string[]>;
  close(): Promise<void>;
}

/** Loads tesseract and the language data from the installed packages; nothing is fetched. */
export async function createOcrEngine(languages: readonly string[]): Promise<OcrEngine> {
  const { createWorker, OEM } = await import("tesseract.js");
  const folder = await collectLanguageData(languages);
  const worker = await createWorker([...languages], OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: "none",
    gzip: true,
    errorHandler: () => undefined,
  });
  return {
    async recognize(image) {
      const { data } = await worker.recognize(image, {}, { text: true });
      return data.text
        .split(/\n\s*\n/)
        .map((paragraph) => joinLines(paragraph))
        .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph));
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Tesseract expects all languages in one folder, but each has its own package. */
async function collectLanguageData(languages: readonly string[]): Promise<string> {
  const [firstLanguage, ...otherLanguages] = languages;
  if (firstLanguage !== undefined && otherLanguages.length === 0) return ocrDataFolder(firstLanguage);
  // The working folder is the read's own folder, which is deleted afterwards.
  const folder = join(process.cwd(), "ocr");
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    const name = `${language}.traineddata.gz`;
    await copyFile(join(ocrDataFolder(language), name), join(folder, name));
  }
  return folder;
}

function joinLines(paragraph: string): string {
  return cleanText(paragraph)
    .replace(/(\p{L})[-‐]\n(?=\p{Ll})/gu, "$1")
    .replace(/\s*\n\s*/g, " ");
}
