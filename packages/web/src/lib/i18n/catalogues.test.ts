import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import { locales } from "./i18n.ts";

const folder = join(import.meta.dirname, "../../../locales");

async function readCatalogue(locale: string) {
  const content = readFileSync(join(folder, `${locale}.po`), "utf8");
  const catalogue = await formatter().parse(content, { locale, sourceLocale: "en", filename: `${locale}.po` });
  return Object.values(catalogue).map(({ message = "", translation = "" }) => ({ message, translation }));
}

/** The placeholders and tags of a message, each once. */
function listPlaceholders(message: string): string[] {
  const names = new Set<string>();
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    const [name, type, cases] = part as [string, string?, Record<string, unknown>?];
    names.add(type === undefined ? name : `${name} (${type})`);
    if (type === "plural" || type === "select" || type === "selectordinal") visitCases(cases ?? {});
  };
  const visitCases = (cases: Record<string, unknown>) => {
    for (const tokens of Object.values(cases)) if (Array.isArray(tokens)) tokens.forEach(visit);
  };
  compileMessageOrThrow(message).forEach(visit);
  for (const [tag] of message.matchAll(/<\/?\w+\/?>/g)) names.add(tag);
  return [...names].sort((a, b) => a.localeCompare(b));
}

describe.each(locales.filter((locale) => locale !== "en"))("the catalogue %s", (locale) => {
  test("has the placeholders and tags of each English text, and none of its own", async () => {
    const messages = await readCatalogue(locale);
    expect(messages.length).toBeGreaterThan(500);
    const different = messages.filter(
      ({ message, translation }) => listPlaceholders(message).join() !== listPlaceholders(translation).join(),
    );
    expect(different).toEqual([]);
  });

  test("has no text that is still English, except for names and words that both languages share", async () => {
    const messages = await readCatalogue(locale);
    const same = messages.filter(
      ({ message, translation }) => message === translation && /\p{L}+ \p{L}+ \p{L}+/u.test(message),
    );
    expect(same).toEqual([]);
  });
});
