import type { Db } from "../../platform/db/database.ts";
import { candidateQueries, type WeighedTerm } from "./candidateQueries.ts";
import { type Ranked, rankCandidates, termWeight } from "./rankCandidates.ts";
import {
  type Candidate,
  countInSample,
  findByIndex,
  findInDocuments,
  findStems,
  type SearchedDocument,
} from "./repository.ts";
import { questionWords, type SearchTerm, toTerms } from "./searchTerms.ts";

/** Up to here every passage is looked at; beyond, those that the index finds. */
const mostLookedAt = 300;
const sampleSize = 128;
/** Terms that count in the ranking: the rarest ones. */
const mostTerms = 24;
/** Passages that one look at the index gives. */
const mostCandidates = 300;
/** Fewer than these, and a wider look follows. */
const fewCandidates = 20;
/** Up to here single terms are asked for, for there cannot be too many passages; pairs of words that are common elsewhere take longer. */
const smallScope = 2_000;

/** The passages of some documents that share words with a question, best first. */
export async function findByWords(db: Db, question: string, documents: readonly SearchedDocument[]): Promise<Ranked[]> {
  const languages = [...new Set(documents.flatMap((document) => document.languages))];
  const configurations = [...new Set(languages.map((name) => (name === "bigrams" ? "simple" : name)))];
  const words = questionWords(question);
  const terms = toTerms(words, await findStems(db, words.words, configurations));
  if (terms.length === 0) return [];
  const total = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  return total <= mostLookedAt ? lookAtAll(db, documents, terms, total) : lookUp(db, documents, terms, total);
}

async function lookAtAll(
  db: Db,
  documents: readonly SearchedDocument[],
  terms: readonly SearchTerm[],
  total: number,
): Promise<Ranked[]> {
  const ids = documents.map(({ id }) => id);
  const candidates = await findInDocuments(db, ids, terms);
  return rankCandidates(
    candidates,
    terms.map((_, term) => termWeight(countWith(candidates, term), total)),
  );
}

/**
 * In two steps: a sample tells which terms are rare among these documents, and the index gives the passages that have the rarest ones, or
 * several of them together. Only those are ranked, by all terms: so it takes about as long however many passages there are. Where none
 * has a rare term, any that have a common one are better than nothing.
 */
async function lookUp(
  db: Db,
  documents: readonly SearchedDocument[],
  terms: readonly SearchTerm[],
  total: number,
): Promise<Ranked[]> {
  const ids = documents.map(({ id }) => id);
  const { sampled, counts } = await countInSample(db, samplePlaces(documents, total), terms);
  const weighed = terms
    .map((term, index): WeighedTerm => ({ term, share: (counts[index] ?? 0) / Math.max(sampled, 1) }))
    .sort((a, b) => a.share - b.share)
    .slice(0, mostTerms);
  const ranked = weighed.map(({ term }) => term);
  const look = (query: string) => findByIndex(db, ids, query, ranked, mostCandidates);
  const { queries, first: narrowest, any } = candidateQueries(weighed, { total, sampled, enough: mostCandidates });
  const first = total <= smallScope ? 0 : narrowest;
  const found = await look(queries[first] ?? "");
  const isCut = found.length >= mostCandidates;
  const next =
    isCut && total > smallScope ? queries[first + 1] : found.length < fewCandidates ? queries[first - 1] : undefined;
  const more = next === undefined ? [] : await look(next);
  const some = found.length + more.length > 0 ? [...found, ...more] : await look(any);
  const candidates = [...new Map(some.map((candidate) => [candidate.id, candidate])).values()];
  const weights = weighed.map(({ share }, term) => {
    // Of a term that the index was asked for by itself, all passages are here.
    const isCounted = first === 0 && !isCut && share * total < countWith(found, term) + 1;
    return termWeight(isCounted ? countWith(found, term) : Math.max(share * total, 1), total);
  });
  return rankCandidates(candidates, weights);
}

const countWith = (candidates: readonly Candidate[], term: number) =>
  candidates.reduce((count, { ranks }) => count + ((ranks[term] ?? 0) > 0 ? 1 : 0), 0);

/** Places spread evenly over all passages. */
export function samplePlaces(
  documents: readonly SearchedDocument[],
  total: number,
): { documentId: string; position: number }[] {
  const step = Math.max(1, total / sampleSize);
  const places: { documentId: string; position: number }[] = [];
  let next = step / 2;
  let before = 0;
  for (const { id, chunkCount } of documents) {
    for (; next < before + chunkCount && places.length < sampleSize; next += step) {
      places.push({ documentId: id, position: Math.floor(next - before) });
    }
    before += chunkCount;
  }
  return places;
}
