import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cleanText } from "../child/itemCollector.ts";
import { getOcrDataFolder } from "../ocrLanguages.ts";

/** Recognizes text in images with tesseract. */
export interface OcrEngine {
  /** Returns the paragraphs of the text in an image. The image must be in a format that tesseract supports. */
  recognize(image: Buffer): Promise<string[]>;
  close(): Promise<void>;
}

/** Loads tesseract and the language data from the installed packages; nothing is downloaded. */
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

/** Returns a folder with the data of all languages, as tesseract expects it. Each language has its own package. */
async function collectLanguageData(languages: readonly string[]): Promise<string> {
  const [firstLanguage, ...otherLanguages] = languages;
  if (firstLanguage !== undefined && otherLanguages.length === 0) return getOcrDataFolder(firstLanguage);
  // The working directory is the task's folder, which the server deletes later.
  const folder = join(process.cwd(), "ocr");
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    const name = `${language}.traineddata.gz`;
    await copyFile(join(getOcrDataFolder(language), name), join(folder, name));
  }
  return folder;
}

function joinLines(paragraph: string): string {
  return cleanText(paragraph)
    .replace(/(\p{L})[-‐]\n(?=\p{Ll})/gu, "$1")
    .replace(/\s*\n\s*/g, " ");
}
