import fc from "fast-check";
import { expect, test } from "vitest";
import { toBigrams } from "./bigrams.ts";
import { detectDocumentLanguage } from "./detectDocumentLanguage.ts";
import { detectLanguage, unknownLanguage } from "./detectLanguage.ts";
import { extractSearchWords, removeAccents } from "./extractSearchWords.ts";

test.each([
  ["en", "english", "The council meets on the first Tuesday of each month and publishes its minutes within ten days."],
  [
    "de",
    "german",
    "Der Gemeinderat tagt am ersten Dienstag des Monats und veröffentlicht die Niederschrift innerhalb von zehn Tagen.",
  ],
  ["fr", "french", "Le conseil se réunit le premier mardi de chaque mois et publie son procès-verbal sous dix jours."],
  ["pl", "simple", "Rada zbiera się w pierwszy wtorek każdego miesiąca i publikuje protokół w ciągu dziesięciu dni."],
  ["ru", "russian", "Совет собирается в первый вторник каждого месяца и публикует протокол в течение десяти дней."],
  ["zh", "bigrams", "市议会每月第一个星期二开会，并在十天内公布会议记录。"],
  ["ja", "bigrams", "市議会は毎月第一火曜日に開かれ、十日以内に議事録を公表します。"],
  ["th", "bigrams", "สภาเทศบาลประชุมทุกวันอังคารแรกของเดือน"],
  ["ko", "bigrams", "시의회는 매월 첫째 화요일에 열리며 열흘 안에 회의록을 공개합니다."],
])("%s is detected and searched as %s", (iso, configuration, text) => {
  expect(detectLanguage(text)).toEqual({ iso, configuration });
});

test("the language is unknown if the text is short or its halves differ", () => {
  expect(detectLanguage("Budget 2024")).toEqual({ iso: null, configuration: "simple" });
  const english = "The council meets on the first Tuesday of each month and publishes its minutes within ten days. ";
  const french = "Le conseil se réunit le premier mardi de chaque mois et publie son procès-verbal sous dix jours. ";
  expect(detectLanguage(english.repeat(6) + french.repeat(6)).iso).toBeNull();
});

test("the language of a document is that of most of its text, whatever it begins with", () => {
  const english = { content: "The council meets on the first Tuesday of each month and publishes its minutes." };
  const french = { content: "Le conseil se réunit le premier mardi de chaque mois et publie son procès-verbal." };
  const items = [...Array(80).fill(english), ...Array(400).fill(french)];
  expect(detectDocumentLanguage(items)).toEqual({ iso: "fr", configuration: "french" });
  const text = items.map(({ content }) => content).join(" ");
  expect(detectDocumentLanguage([{ content: text }]).iso).toBe("fr");
  expect(detectDocumentLanguage([...items, ...Array(400).fill(english)])).toEqual(unknownLanguage);
  expect(detectDocumentLanguage([french]).iso).toBe("fr");
});

test("any text gets a configuration, without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(detectLanguage(text).configuration).toMatch(/^[a-z]+$/);
    }),
  );
});

test("bigrams are pairs of adjacent letters within a run, and a single letter is itself", () => {
  expect(toBigrams("東京都 and 市")).toEqual(["東京", "京都", "市"]);
  expect(toBigrams("plain words")).toEqual([]);
});

test("words are folded in width, case and accents, and a code is indexed as a whole and by its parts", () => {
  expect(extractSearchWords("ＡＢＣ Été RFC-2119")).toEqual({
    words: ["abc", "été", "rfc", "2119"],
    plain: ["abc", "ete", "rfc", "2119", "rfc2119"],
  });
  expect(removeAccents("straße")).toBe("strasse");
  expect(extractSearchWords("हिन्दी").plain).toEqual(["हिन्दी"]);
});

test("symbols and punctuation of scripts without spaces are no words", () => {
  expect(extractSearchWords("⺀ 。๏ 東⺀京").plain).toEqual(["東", "京"]);
});

test("for any text, words have only letters, digits and marks, and folding is idempotent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const { words, plain } = extractSearchWords(text);
      for (const word of [...words, ...plain]) expect(word).toMatch(/^[\p{L}\p{N}\p{M}\u30FC々〆]+$/u);
      for (const word of words) expect(removeAccents(removeAccents(word))).toBe(removeAccents(word));
    }),
  );
});
