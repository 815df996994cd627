import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { formatDate } from "./i18n/formats.ts";

/**
 * The one place that chooses the format, one that runs only in other languages than English, and one that recognizes
 * the names of months in documents.
 */
const exceptions = [join("i18n", "formats.ts"), join("i18n", "serverTexts.ts"), "formatOpenCell.ts"];

test("[C9.23] [G9.12] every date is formatted as in en-US: no code leaves the choice to the browser's language", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const files = globSync("{web,contract,server}/src/**/*.{ts,tsx}", { cwd: root });
  const calls = files
    .filter((file) => !/\.test\.tsx?$/.test(file) && !exceptions.some((exception) => file.endsWith(exception)))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), "utf8").matchAll(
          /(?:DateTimeFormat|\.toLocaleDateString|\.toLocaleTimeString)\((?!\)\.resolvedOptions)\s*([^,)]*)/g,
        ),
      ].map(([, locale]) => `${file}: ${locale}`),
    );
  expect(calls.filter((call) => !call.endsWith(': "en-US"'))).toEqual([]);
  expect(formatDate(new Date(2026, 0, 5, 15, 4), { dateStyle: "medium", timeStyle: "short" })).toMatch(
    /^Jan 5, 2026, 3:04\sPM$/,
  );
});
