/** The languages of the server's own pages. Each has its texts in `pageTexts.ts`. */
export const pageLanguages = ["en", "de"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

interface LanguagePreference {
  /** The languages of a sign-in request, most preferred first and separated by spaces (OpenID Connect `ui_locales`). */
  uiLocales?: string | undefined;
  /** The header of this name (RFC 9110). */
  acceptLanguage: string | undefined;
}

/** Returns the person's most preferred language that the pages have; English if there is none. */
export function choosePageLanguage({ uiLocales = "", acceptLanguage = "" }: LanguagePreference): PageLanguage {
  for (const tag of [...uiLocales.split(" "), ...parseAcceptLanguage(acceptLanguage)]) {
    const language = pageLanguages.find((each) => each === tag.toLowerCase().split("-")[0]);
    if (language) return language;
  }
  return "en";
}

const maxRanges = 20;

/** Returns the language ranges of the header, the one with the highest quality first. Those of quality 0 are left out. */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(",", maxRanges)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
