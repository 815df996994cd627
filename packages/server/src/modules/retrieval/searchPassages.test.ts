import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/db/database.ts";
import { chunkContent } from "../../platform/documents/chunking/chunkContent.ts";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../testing/testDatabase.ts";
import type { PassageSearch } from "./searchPassages.ts";
import { searchPassagesByFullText, writeChunks } from "./service.ts";

async function* generateBatches(chunks: readonly Chunk[]) {
  for (let from = 0; from < chunks.length; from += 10) yield chunks.slice(from, from + 10);
}

async function addDocument(db: Db, id: string, paragraphs: readonly string[]): Promise<void> {
  const now = new Date("2026-01-01T00:00:00Z");
  await db
    .insertInto("documents")
    .values({ id, kind: "text", size: 1, state: "ready", created_at: now, state_changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const chunks = paragraphs.flatMap((content, index) =>
    chunkContent([{ content, tokens: 1, location: { line: index + 1 }, canSplit: true, kind: "paragraph" }], (text) =>
      countTokens(text),
    ),
  );
  await writeChunks(db, id, generateBatches(chunks));
}

const createFiller = (word: string) =>
  `The ${word} department publishes a report each year. It describes what was done, what it cost, and what comes next for everybody in town.`;

describe.each(testDatabaseKinds)("full-text search on %s", (kind) => {
  let database: TestDatabase;
  const find = async (
    question: string,
    documentIds: readonly string[],
    more: Partial<Pick<PassageSearch, "limit" | "maxTokens" | "alternatives" | "translations">> = {},
  ) => (await searchPassagesByFullText(database, { question, documentIds, limit: 5, ...more })).passages;

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    const { db } = database;
    await addDocument(db, "plain", [
      ...["parks", "roads", "schools", "water", "fire"].map(createFiller),
      "Dogs must be registered at the town hall within fourteen days; the registration number stands on form HR-2049/b.",
    ]);
    await addDocument(db, "german", [
      "Der Gemeinderat tagt am ersten Dienstag des Monats. Die Niederschriften der Sitzungen werden innerhalb von zehn Tagen veröffentlicht.",
      "Die Müllabfuhr holt Altpapier und Glas an jedem zweiten Mittwoch ab; Sperrmüll muss vorher angemeldet werden.",
    ]);
    await addDocument(db, "french", [
      "Les inscriptions à la cantine scolaire se font en mairie avant la rentrée. Les tarifs dépendent des revenus du foyer.",
      "La bibliothèque municipale est ouverte tous les jours sauf le lundi, et prête gratuitement ses livres aux habitants.",
    ]);
    await addDocument(db, "russian", [
      "Библиотека открыта ежедневно, кроме понедельника. Книги выдаются жителям города бесплатно.",
      "Собаки должны быть зарегистрированы в мэрии в течение четырнадцати дней после покупки.",
    ]);
    await addDocument(db, "chinese", [
      "市图书馆每天开放，星期一除外。居民可以免费借阅图书。",
      "养狗必须在购买后十四天内到市政厅登记。",
    ]);
    await addDocument(db, "japanese", [
      "市立図書館は月曜日を除いて毎日開いています。住民は無料で本を借りられます。",
      "犬を飼うときは、十四日以内に市役所で登録しなければなりません。",
    ]);
    await addDocument(db, "thai", ["ห้องสมุดเปิดทุกวันยกเว้นวันจันทร์ ประชาชนยืมหนังสือได้ฟรี", "สุนัขต้องขึ้นทะเบียนที่ศาลากลางภายในสิบสี่วัน"]);
    await addDocument(db, "korean", [
      "시립 도서관은 월요일을 제외하고 매일 열립니다. 주민은 책을 무료로 빌릴 수 있습니다.",
      "개는 구입 후 십사 일 이내에 시청에 등록해야 합니다.",
    ]);
    await addDocument(db, "polish", [
      "Biblioteka miejska jest otwarta codziennie oprócz poniedziałku, a książki wypożycza mieszkańcom bezpłatnie.",
      "Psy należy zarejestrować w urzędzie miasta w ciągu czternastu dni od zakupu.",
    ]);
    await addDocument(db, "hindi", [
      "नगर पुस्तकालय सोमवार को छोड़कर हर दिन खुला रहता है और निवासियों को पुस्तकें निःशुल्क देता है।",
      "कुत्तों का पंजीकरण चौदह दिनों के भीतर नगर भवन में कराना होता है।",
    ]);
  });
  afterAll(async () => database.close());

  test.each([
    ["English, by another form of the word", "where do I register my dog?", "plain", "Dogs must be registered"],
    ["a code, as it is written", "form HR-2049/b", "plain", "HR-2049/b"],
    ["a code, by its middle", "hr 2049", "plain", "HR-2049/b"],
    ["German", "Wann erscheint die Niederschrift der Sitzung?", "german", "Niederschriften"],
    ["French, without accents", "tarif de la cantine a la rentree", "french", "cantine"],
    ["Russian", "где зарегистрировать собаку", "russian", "Собаки"],
    ["Chinese", "在哪里登记狗？", "chinese", "登记"],
    ["Japanese", "図書館はいつ開いていますか", "japanese", "図書館"],
    ["Thai", "ต้องขึ้นทะเบียนสุนัขที่ไหน", "thai", "สุนัข"],
    ["Korean", "도서관은 언제 열립니까", "korean", "도서관"],
    ["Polish", "biblioteka miejska w poniedziałek", "polish", "Biblioteka"],
    ["Hindi", "पुस्तकालय कब खुला रहता है", "hindi", "पुस्तकालय"],
  ])("%s is found first, among documents in many languages", async (_, question, documentId, words) => {
    const documentIds = [
      "plain",
      "german",
      "french",
      "russian",
      "chinese",
      "japanese",
      "thai",
      "korean",
      "polish",
      "hindi",
    ];
    const [bestPassage] = await find(question, documentIds);
    expect(bestPassage?.documentId).toBe(documentId);
    expect(bestPassage?.content).toContain(words);
  });

  test("a rare word weighs more than several common ones", async () => {
    const [bestPassage] = await find("what does the report of the year say about what the fire department did", [
      "plain",
    ]);
    expect(bestPassage?.content).toContain("fire department");
  });

  test("only the given documents are searched, and missing ones are ignored", async () => {
    const passages = await find("Gemeinderat Sitzung dog register", ["plain", "nowhere"]);
    expect(new Set(passages.map(({ documentId }) => documentId))).toEqual(new Set(["plain"]));
    expect(await find("dog", [])).toEqual([]);
  });

  test("neighbours become one passage with both locations, and the token budget is respected", async () => {
    const passages = await find("Niederschriften Sperrmüll", ["german"]);
    expect(passages).toHaveLength(1);
    expect(passages[0]?.locations).toEqual([{ line: 1 }, { line: 2 }]);
    expect(passages[0]?.chunkIds).toHaveLength(2);
    const shortPassages = await find("report", ["plain"], { maxTokens: 60 });
    expect(shortPassages.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(60);
  });

  test("among many passages the index finds the rare word, and common words in combination", async () => {
    const words = ["alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine"];
    const fillerTexts = Array.from({ length: 600 }, (_, index) => {
      const [firstTree, secondTree] = [words[index % 10], words[Math.floor(index / 10) % 10]];
      return `The forester counts trees such as ${firstTree} and ${secondTree} in plot ${index}.`;
    });
    await addDocument(database.db, "forest", [
      ...fillerTexts,
      "The forester once saw a wolverine by the creek that leads from the old mill to the lake.",
    ]);
    expect((await find("has the forester seen wolverines", ["forest"]))[0]?.content).toContain("wolverine");
    // Words that occur nowhere count as rarer than the word that occurs everywhere.
    expect(await find("which sandwiches would a forester like", ["forest"])).not.toEqual([]);
    const [bestPassage] = await find("trees such as hazel and larch", ["forest", "plain"]);
    expect(bestPassage?.content).toMatch(/hazel and larch|larch and hazel/);
    expect(await find("forester trees plot", ["forest"])).not.toEqual([]);
  });

  test.each([
    ["scanning few passages", ["plain", "german", "french", "russian"]],
    ["by the index", ["forest", "plain", "german", "french", "russian"]],
  ])("other wordings find passages that the question does not, %s", async (_, documentIds) => {
    const question = "hound licence";
    const alternatives = ["dogs registered", "где зарегистрировать собаку", "hound licence", " ", "Hunde anmelden"];
    expect(await find(question, documentIds)).toEqual([]);
    const contents = (await find(question, documentIds, { alternatives })).map(({ content }) => content);
    expect(contents).toContainEqual(expect.stringContaining("Dogs must be registered"));
    expect(contents).toContainEqual(expect.stringContaining("Собаки"));
  });

  test("other wordings do not displace what the question and they find together", async () => {
    const documentIds = ["forest", "plain", "german", "french"];
    const alternatives = ["fire department report", "what the fire brigade spends", "Kosten der Feuerwehr"];
    const [bestPassage] = await find("what does the fire department cost", documentIds, { alternatives });
    expect(bestPassage?.content).toContain("fire department");
  });

  test("wordings in the question's language do not outvote the translation that the right document needs", async () => {
    const documentIds = ["forest", "plain", "russian"];
    const question = "what does registration of dogs cost";
    const alternatives = ["what each department costs", "cost of the fire department", "report of costs"];
    const text = "Собаки зарегистрированы в мэрии после покупки";
    const isFound = async (more: Parameters<typeof find>[2]) =>
      (await find(question, documentIds, { limit: 2, ...more })).some(({ documentId }) => documentId === "russian");
    expect(await isFound({ alternatives: [...alternatives, text] })).toBe(false);
    expect(await isFound({ alternatives, translations: [{ texts: [text], documentIds: ["russian"] }] })).toBe(true);
  });

  test("a translation that repeats the question or another wording is not searched again", async () => {
    const documentIds = ["plain", "russian"];
    const translate = (text: string) => [{ texts: [text], documentIds: ["plain"] }];
    const search = async (more: Parameters<typeof find>[2]) =>
      (await find("dogs registered", documentIds, more)).map(({ content, score }) => [content, score]);
    const expected = await search({ alternatives: ["hound licence"] });
    expect(await search({ alternatives: ["hound licence"], translations: translate(" Dogs registered") })).toEqual(
      expected,
    );
    expect(await search({ alternatives: ["hound licence"], translations: translate("Hound licence") })).toEqual(
      expected,
    );
  });

  test("a translation finds passages of its own documents only, and those of unknown ones not at all", async () => {
    const translate = (...ids: string[]) => ({ translations: [{ texts: ["dogs registered"], documentIds: ids }] });
    const listDocuments = async (more: Parameters<typeof find>[2]) =>
      (await find("hound licence", ["plain", "russian"], more)).map(({ documentId }) => documentId);
    expect(await listDocuments(translate("plain", "other"))).toEqual(["plain"]);
    expect(await listDocuments(translate("russian"))).toEqual([]);
    expect(await listDocuments(translate("other"))).toEqual([]);
  });

  test("of many or long other wordings only the first are used", async () => {
    const fillerWordings = Array.from({ length: 14 }, (_, index) => `nonsense${index}`);
    expect(await find("hound", ["plain"], { alternatives: [...fillerWordings, "dogs"] })).toEqual([]);
    expect(await find("hound", ["plain"], { alternatives: [`${"x".repeat(1_000)} dogs`] })).toEqual([]);
    expect(await find("hound", ["plain"], { alternatives: [...fillerWordings.slice(1), "dogs"] })).toHaveLength(1);
  });

  test("a document of 5,000 passages does not crowd out a short one with the answer", async () => {
    const { db } = database;
    const longTexts = Array.from(
      { length: 5_000 },
      (_, index) =>
        `The harbour fee is discussed in minute ${index}: the council heard the harbour office about the fee.`,
    );
    await addDocument(db, "minutes", longTexts);
    await addDocument(db, "tariff", ["Tariff. A sailing boat pays a harbour fee of nine crowns for each night."]);
    const question = "how much is the harbour fee";
    const foundIds = (passages: readonly { documentId: string }[]) => passages.map(({ documentId }) => documentId);
    expect(foundIds(await find(question, ["minutes", "tariff"]))).toContain("tariff");
    expect(foundIds(await find("harbour office fee", ["minutes", "tariff"], { limit: 4 }))).toContain("tariff");
  });

  test("a search says whether its evidence is weak", async () => {
    const isWeak = async (question: string, documentIds: readonly string[]) =>
      (await searchPassagesByFullText(database, { question, documentIds, limit: 5 })).isWeak;
    expect(await isWeak("where do I register my dog?", ["plain", "german"])).toBe(false);
    expect(await isWeak("what is the boiling point of ethanol in a department?", ["plain", "german"])).toBe(true);
    expect(await isWeak("zzz", ["plain"])).toBe(true);
    expect(await isWeak("dog", ["nowhere"])).toBe(true);
  });

  test("writing a document again replaces its passages", async () => {
    await addDocument(database.db, "again", ["The first text is about volcanoes."]);
    await addDocument(database.db, "again", ["The second text is about glaciers."]);
    expect(await find("volcanoes", ["again"])).toEqual([]);
    expect(await find("glaciers", ["again"])).toHaveLength(1);
  });

  test("any text is a valid question and never causes an error", async () => {
    const signArbitrary = fc.constantFrom(
      "'",
      "\\",
      "&",
      "|",
      "!",
      "<->",
      "(",
      ")",
      ":*",
      ":A",
      "\0",
      "\ud800",
      "%",
      "$1",
      "''",
      "dog",
      "犬",
      "report",
    );
    const textArbitrary = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(signArbitrary, { maxLength: 40 }).map((parts) => parts.join("")),
      fc.array(signArbitrary, { maxLength: 40 }).map((parts) => parts.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(textArbitrary, async (question) => {
        expect(Array.isArray(await find(question, ["plain", "chinese"]))).toBe(true);
      }),
      { numRuns: getFuzzRunCount(60) },
    );
    const longQuestion = Array.from({ length: 4_000 }, (_, index) => `w${index}`).join(" ");
    expect(await find(`${longQuestion.slice(0, 19_000)} dogs registered`, ["plain"])).toBeDefined();
  });
});
