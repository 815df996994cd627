import { expect, test } from "vitest";
import { buildCandidateQueries } from "./buildCandidateQueries.ts";
import { buildPassages, type ScoredChunk } from "./buildPassages.ts";
import { fuseRanks } from "./fuseRanks.ts";
import { getInverseDocumentFrequency, rankCandidates } from "./rankCandidates.ts";

const chunk = (id: number, more: Partial<ScoredChunk> = {}): ScoredChunk => ({
  id,
  documentId: "a",
  position: id,
  content: `text ${id}`,
  tokens: 100,
  charIndex: id * 10,
  locations: [{ page: id }],
  originalIndexes: [id],
  score: 1 / id,
  ...more,
});

test("a passage ranked high in two lists comes before one ranked high in one list, and the first of one list stays near the top", () => {
  const both = fuseRanks([
    [1, 2, 3],
    [4, 2, 5],
  ]);
  expect(both.map(({ id }) => id)).toEqual([2, 1, 4, 3, 5]);
  const shared = Array.from({ length: 40 }, (_, index) => index + 100);
  const ids = fuseRanks([
    [1, ...shared],
    [2, ...shared.toReversed()],
  ]).map(({ id }) => id);
  expect(ids.indexOf(1)).toBeLessThan(10);
  expect(fuseRanks([[7]])[0]).toEqual({ id: 7, score: 1 });
  expect(fuseRanks([[], []])).toEqual([]);
});

test("neighbours are joined, duplicate texts are dropped, and passages beyond the budget are skipped", () => {
  const chunks = [
    chunk(5),
    chunk(9, { content: "text  5" }),
    chunk(6, { locations: [{ page: 5 }] }),
    chunk(1, { documentId: "b" }),
    chunk(7, { tokens: 900 }),
  ];
  const passages = buildPassages(chunks, { limit: 10, maxTokens: 400 });
  expect(passages.map(({ documentId, chunkIds }) => [documentId, chunkIds])).toEqual([
    ["b", ["1"]],
    ["a", ["5", "6"]],
  ]);
  expect(passages[1]).toMatchObject({ content: "text 5\n\ntext 6", tokens: 200, charIndex: 50, score: 1 / 5 });
  expect(buildPassages(chunks, { limit: 1, maxTokens: 400 })).toHaveLength(1);
});

test("neighbours on two pages stay separate passages, unless one is tiny", () => {
  const countPassages = (tokens: number) =>
    buildPassages([chunk(5, { tokens: 200 }), chunk(6, { tokens })], { limit: 10, maxTokens: 1_000 }).length;
  expect([countPassages(200), countPassages(40)]).toEqual([2, 1]);
});

test("a rare term outweighs a common one, and one more occurrence counts less than the first", () => {
  const one = 0.0607927;
  const candidate = (id: number, ranks: number[]) => ({ id, documentId: "a", position: id, tokens: 350, ranks });
  const weights = [getInverseDocumentFrequency(1, 1_000), getInverseDocumentFrequency(700, 1_000)];
  const ranked = rankCandidates([candidate(1, [0, one * 1.6]), candidate(2, [one, 0]), candidate(3, [0, 0])], weights);
  expect(ranked.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(getInverseDocumentFrequency(1_000, 1_000)).toBeGreaterThan(0);
});

test("rare terms are searched alone, common ones only combined", () => {
  const term = (name: string, share: number) => ({ term: { lexemes: [name] }, share });
  const scope = { total: 100_000, sampled: 128, maxMatches: 400 };
  const rare = buildCandidateQueries([term("a", 0), term("b", 0.5)], scope);
  expect(rare.queries[rare.firstIndex]).toBe("(('a'))");
  const common = buildCandidateQueries([term("a", 0.05), term("b", 0.06), term("c", 0.5)], scope);
  expect(common.queries[common.firstIndex]).toBe("(('a') & ('b'))");
  const allCommon = buildCandidateQueries([term("a", 0.9), term("b", 0.9), term("c", 0.9)], scope);
  expect(allCommon.queries[allCommon.firstIndex]).toBe("(('a') & ('b') & ('c'))");
});
