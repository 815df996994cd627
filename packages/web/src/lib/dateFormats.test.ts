import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("[C9.23] [G9.12] every date is formatted as in en-US: no code leaves the choice to the browser's language", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const files = globSync("{web,contract,server}/src/**/*.{ts,tsx}", { cwd: root });
  const calls = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), "utf8").matchAll(
          /(?:DateTimeFormat|\.toLocaleDateString|\.toLocaleTimeString)\((?!\)\.resolvedOptions)\s*([^,)]*)/g,
        ),
      ].map(([, locale]) => `${file}: ${locale}`),
    );
  expect(calls.length).toBeGreaterThanOrEqual(6);
  expect(calls.filter((call) => !call.endsWith(': "en-US"'))).toEqual([]);
});
