import { createHash } from "node:crypto";
import { runFullTextSearches } from "../../../server/src/modules/retrieval/fullText/runFullTextSearches.ts";
import { findSearchableDocuments } from "../../../server/src/modules/retrieval/repository.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { Question } from "./corpus.ts";
import type { SearchWordings } from "./searchVariants.ts";

/**
 * Returns true for about half of the questions: those on which thresholds are chosen. The others are held out, to report
 * on. Translations and follow-ups of a question are in its half.
 */
export function isForCalibration({ id }: Pick<Question, "id">): boolean {
  const originalId = id.replace(/-(in-[a-z]{2}|follow-up)$/, "");
  return (createHash("sha256").update(originalId).digest()[0] ?? 0) % 2 === 0;
}

/** Computes the share of rare words that the best passage has of any wording: what a search is called weak by. */
export async function computeCoverage(
  db: Db,
  documentIds: readonly string[],
  { question, alternatives }: SearchWordings,
): Promise<number> {
  const documents = await findSearchableDocuments(db, documentIds);
  const lists = await runFullTextSearches(db, [question, ...new Set(alternatives)].slice(0, 13), documents);
  return Math.max(0, ...lists.map(([best]) => (best && best.score > 0 ? best.coverage : 0)));
}

/** The thresholds that are compared. */
const thresholds = Array.from({ length: 15 }, (_, index) => (index + 2) / 20);

/** Returns the highest threshold below which at most `maxShare` of these coverages are, or 0. */
export function chooseThreshold(coverages: readonly number[], maxShare: number): number {
  const isAcceptable = (threshold: number) =>
    coverages.filter((coverage) => coverage < threshold).length <= maxShare * coverages.length;
  return thresholds.findLast(isAcceptable) ?? 0;
}
