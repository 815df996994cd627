import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The message tells an operator how to install the missing data. */
export class OcrLanguageMissingError extends Error {}

/** Returns the languages. Throws `OcrLanguageMissingError` if the data of one of them is not installed. */
export function requireOcrLanguages(languages: readonly string[]): readonly string[] {
  for (const language of languages) getOcrDataFolder(language);
  return languages;
}

/**
 * Returns the folder of `{language}.traineddata.gz`, with the integer model of the best quality or else any other in
 * the package. Throws `OcrLanguageMissingError`.
 */
export function getOcrDataFolder(language: string): string {
  try {
    const packageFolder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
    const folders = readdirSync(packageFolder).filter((name) => name.startsWith("4."));
    const folder = folders.find((name) => name.endsWith("_best_int")) ?? folders[0];
    if (folder !== undefined && readdirSync(join(packageFolder, folder)).includes(`${language}.traineddata.gz`))
      return join(packageFolder, folder);
  } catch {
    // Not installed; reported below.
  }
  throw new OcrLanguageMissingError(
    `OCR_LANGUAGES contains ${language}, whose data is not installed. Run npm install -w @lectern/server @tesseract.js-data/${language}`,
  );
}
