import { expect, test } from "vitest";
import { buildPassages, type ScoredChunk } from "./buildPassages.ts";
import { buildCandidateQueries } from "./fullText/buildCandidateQueries.ts";
import { getInverseDocumentFrequency, rankCandidates } from "./fullText/rankCandidates.ts";
import { fuseGroups, fuseRanks } from "./fuseRanks.ts";
import { limitDocumentShares } from "./limitDocumentShares.ts";
import { isEvidenceWeak, weighGroup, weighLists } from "./weighEvidence.ts";

const createChunk = (id: number, more: Partial<ScoredChunk> = {}): ScoredChunk => ({
  id,
  documentId: "a",
  position: id,
  content: `text ${id}`,
  headings: null,
  tokens: 100,
  charIndex: id * 10,
  locations: [{ page: id }],
  originalIndexes: [id],
  score: 1 / id,
  ...more,
});

test("a passage ranked high in two lists comes before one ranked high in one list, and the first of one list stays near the top", () => {
  const createList = (ids: readonly number[], weight = 1) => {
    return { chunks: ids.map((id) => ({ id, documentId: "a" })), weight };
  };
  const fuse = (...lists: readonly ReturnType<typeof createList>[]) => fuseRanks(lists).map(({ id }) => id);
  expect(fuse(createList([1, 2, 3]), createList([4, 2, 5]))).toEqual([2, 1, 4, 3, 5]);
  const sharedIds = Array.from({ length: 40 }, (_, index) => index + 100);
  const ids = fuse(createList([1, ...sharedIds]), createList([2, ...sharedIds.toReversed()]));
  expect(ids.indexOf(1)).toBeLessThan(10);
  expect(fuseRanks([createList([7])])[0]).toEqual({ id: 7, documentId: "a", score: 1 });
  const filler = (from: number) => [0, 1, 2, 3].map((index) => from + index);
  // What one list finds first is before what both find sixth.
  expect(fuse(createList([1, ...filler(10), 3]), createList([2, ...filler(20), 3])).slice(0, 2)).toEqual([1, 2]);
  expect(fuse(createList([]), createList([]))).toEqual([]);
  expect(fuse(createList([1, 2], 0.5), createList([3, 4], 1))).toEqual([3, 4, 1, 2]);
});

test("what the best language finds first is near the top, and a language without evidence counts little", () => {
  const createGroup = (ids: readonly number[], weight: number) => {
    return { chunks: ids.map((id, index) => ({ id, documentId: "a", score: 1 / (index + 1) })), weight };
  };
  const fuse = (...groups: readonly ReturnType<typeof createGroup>[]) => fuseGroups(groups).map(({ id }) => id);
  expect(fuse(createGroup([1, 2, 3, 4], 0.6), createGroup([5, 6, 7], 0.5))).toEqual([1, 5, 2, 6, 3, 4, 7]);
  expect(fuse(createGroup([1, 2, 3, 4], 1), createGroup([5, 6], 0.1))).toEqual([1, 2, 3, 4, 5, 6]);
  // A document of unknown language is in the groups of all other languages, and counts once.
  expect(fuse(createGroup([1], 0.6), createGroup([9, 5], 0.3), createGroup([9, 6], 0.3))).toEqual([1, 9, 5, 6]);
  expect(fuse(createGroup([1, 5], 0.5), createGroup([5], 0.4))).toEqual([5, 1]);
  const onlyGroup = createGroup([1, 2], 0.2);
  expect(fuseGroups([onlyGroup])).toBe(onlyGroup.chunks);

  const createResults = (coverage: number) => ({
    fullText: [{ ...{ id: 1, documentId: "a", position: 0, tokens: 1, ranks: [] }, score: 1, coverage }],
    nearest: null,
  });
  expect(weighGroup([createResults(0.2), createResults(0.7), createResults(0.4)])).toBe(0.7);
  expect(weighGroup([])).toBe(0);
});

test("a list counts as much as its evidence", () => {
  const createCandidates = (coverage: number) => [
    { ...{ id: 1, documentId: "a", position: 0, tokens: 1, ranks: [] }, score: 1, coverage },
  ];
  const createNearest = (firstDistance: number) =>
    Array.from({ length: 50 }, (_, index) => {
      return { id: index, documentId: "a", distance: index === 0 ? firstDistance : 0.9 + 0.001 * (index % 20) };
    });
  const weigh = (coverage: number, firstDistance: number) =>
    weighLists({ fullText: createCandidates(coverage), nearest: createNearest(firstDistance) }).map(
      ({ weight }) => weight,
    );
  expect(weigh(0.8, 0.5)[0]).toBe(0.8);
  expect(weigh(0.8, 0.5)[1]).toBeCloseTo(0.2);
  expect(weigh(0.8, 0.9)[1]).toBeLessThan(0.01);
  expect(weigh(0.2, 0.5)[1]).toBeCloseTo(0.8);
  expect(weighLists({ fullText: createCandidates(0.4), nearest: null }).map(({ weight }) => weight)).toEqual([0.4]);
  expect(weighLists({ fullText: [], nearest: createNearest(0.9) })[1]?.weight).toBeGreaterThan(0);

  const isWeak = (coverage: number, firstDistance: number) =>
    isEvidenceWeak([{ fullText: createCandidates(coverage), nearest: createNearest(firstDistance) }]);
  expect([isWeak(0.2, 0.9), isWeak(0.2, 0.5), isWeak(0.4, 0.9)]).toEqual([true, false, false]);
  expect(isEvidenceWeak([])).toBe(true);
  // Of a list that was reduced to some documents, the distances of all documents say whether its first stands out.
  const nearestOfAll = createNearest(0.9);
  const reduce = (count: number) => ({ fullText: [], nearest: nearestOfAll.slice(40, 40 + count), nearestOfAll });
  for (const count of [1, 5, 10]) {
    expect(weighGroup([reduce(count)])).toBeLessThan(0.05);
    expect(isEvidenceWeak([reduce(count)])).toBe(true);
  }
  expect(weighGroup([reduce(0)])).toBe(0);

  const fewNearest = createNearest(0.5).slice(0, 4);
  expect(isEvidenceWeak([{ fullText: createCandidates(0.2), nearest: fewNearest }])).toBe(true);
});

test("a document takes at most its share of the results while others have candidates", () => {
  const createCandidates = (documentId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ documentId, index }));
  const candidates = [...createCandidates("long", 20), ...createCandidates("short", 2)];
  const results = limitDocumentShares(candidates, 8);
  expect(results.slice(0, 8).map(({ documentId }) => documentId)).toEqual([...Array(6).fill("long"), "short", "short"]);
  expect(results).toHaveLength(22);
  expect(limitDocumentShares(createCandidates("only", 20), 8)).toEqual(createCandidates("only", 20));
});

test("neighbours are joined, duplicate texts are dropped, and passages beyond the budget are skipped", () => {
  const chunks = [
    createChunk(5),
    createChunk(9, { content: "text  5" }),
    createChunk(6, { locations: [{ page: 5 }] }),
    createChunk(1, { documentId: "b" }),
    createChunk(7, { tokens: 900 }),
  ];
  const passages = buildPassages(chunks, { limit: 10, maxTokens: 400 });
  expect(passages.map(({ documentId, chunkIds }) => [documentId, chunkIds])).toEqual([
    ["b", ["1"]],
    ["a", ["5", "6"]],
  ]);
  expect(passages[1]).toMatchObject({ content: "text 5\n\ntext 6", tokens: 200, charIndex: 50, score: 1 / 5 });
  expect(buildPassages(chunks, { limit: 1, maxTokens: 400 })).toHaveLength(1);
});

test("the headings of joined neighbours are apart from their text if they are known", () => {
  const build = (headings: string | null) =>
    buildPassages(
      [
        createChunk(5, { content: "A › B\nOne.", headings: "A › B", locations: [] }),
        createChunk(6, { content: `${headings}\nTwo.`, headings, locations: [] }),
        createChunk(7, { content: "Three.", headings: "", locations: [] }),
      ],
      { limit: 10, maxTokens: 1_000 },
    )[0];
  expect(build("A")).toMatchObject({
    content: "A › B\nOne.\n\nA\nTwo.\n\nThree.",
    quote: { headings: "A › B", text: "One.\n\nA\n\nTwo.\n\nThree." },
  });
  expect(build(null)).not.toHaveProperty("quote");
});

test.each([
  ["of another section", "One.", "A › C", "Two.", "One.\n\nA › C\n\nTwo."],
  ["of the section above", "One.", "A", "Two.", "One.\n\nA\n\nTwo."],
  ["unless they are the same", "One.", "A › B", "Two.", "One.\n\nTwo."],
  [
    "unless the text before has the heading",
    "One.\n\n##  C\n\nTwo.",
    "A › C",
    "Three.",
    "One.\n\n##  C\n\nTwo.\n\nThree.",
  ],
  [
    "also if the text before only mentions the heading",
    "One C\nTwo.",
    "A › C",
    "Three.",
    "One C\nTwo.\n\nA › C\n\nThree.",
  ],
  ["unless the text begins with a heading of the section above", "One.", "A", "## C\n\nTwo.", "One.\n\n## C\n\nTwo."],
])("the text of a later chunk stays under its headings, %s", (_, first, headings, second, text) => {
  const chunks = [
    createChunk(5, { content: `A › B\n${first}`, headings: "A › B", locations: [] }),
    createChunk(6, { content: `${headings}\n${second}`, headings, locations: [] }),
  ];
  expect(buildPassages(chunks, { limit: 10, maxTokens: 1_000 })[0]).toMatchObject({
    content: `A › B\n${first}\n\n${headings}\n${second}`,
    quote: { headings: "A › B", text },
  });
});

test("neighbours on two pages stay separate passages, unless one is tiny", () => {
  const countPassages = (tokens: number) =>
    buildPassages([createChunk(5, { tokens: 200 }), createChunk(6, { tokens })], { limit: 10, maxTokens: 1_000 })
      .length;
  expect([countPassages(200), countPassages(40)]).toEqual([2, 1]);
});

test("a rare term outweighs a common one, and one more occurrence counts less than the first", () => {
  const singleOccurrenceRank = 0.0607927;
  const createCandidate = (id: number, ranks: number[]) => ({ id, documentId: "a", position: id, tokens: 350, ranks });
  const weights = [getInverseDocumentFrequency(1, 1_000), getInverseDocumentFrequency(700, 1_000)];
  const rankedCandidates = rankCandidates(
    [
      createCandidate(1, [0, singleOccurrenceRank * 1.6]),
      createCandidate(2, [singleOccurrenceRank, 0]),
      createCandidate(3, [0, 0]),
    ],
    weights,
  );
  expect(rankedCandidates.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(getInverseDocumentFrequency(1_000, 1_000)).toBeGreaterThan(0);
});

test("rare terms are searched alone, common ones only combined", () => {
  const createTerm = (name: string, share: number) => ({ term: { lexemes: [name] }, share });
  const sampleCounts = { totalChunks: 100_000, sampledChunks: 128, maxMatches: 400 };
  const rareQueries = buildCandidateQueries([createTerm("a", 0), createTerm("b", 0.5)], sampleCounts);
  expect(rareQueries.queries[rareQueries.firstIndex]).toBe("(('a'))");
  const commonQueries = buildCandidateQueries(
    [createTerm("a", 0.05), createTerm("b", 0.06), createTerm("c", 0.5)],
    sampleCounts,
  );
  expect(commonQueries.queries[commonQueries.firstIndex]).toBe("(('a') & ('b'))");
  const allCommonQueries = buildCandidateQueries(
    [createTerm("a", 0.9), createTerm("b", 0.9), createTerm("c", 0.9)],
    sampleCounts,
  );
  expect(allCommonQueries.queries[allCommonQueries.firstIndex]).toBe("(('a') & ('b') & ('c'))");
});
