import { createHash } from "node:crypto";
import { findSearchableDocuments } from "../../../server/src/modules/retrieval/repository.ts";
import { type SearchWordings, searchWordings } from "../../../server/src/modules/retrieval/searchWordings.ts";
import { getBestCoverage } from "../../../server/src/modules/retrieval/weighEvidence.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { Question } from "./corpus.ts";

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
  wordings: SearchWordings,
): Promise<number> {
  const groups = await searchWordings(db, wordings, await findSearchableDocuments(db, documentIds), null);
  return getBestCoverage(groups.flat());
}

/** The thresholds that are compared. */
const thresholds = Array.from({ length: 15 }, (_, index) => (index + 2) / 20);

/**
 * Returns the threshold one step below the highest one below which at most `maxShare` of these coverages are. The step is
 * a margin, because the half is small.
 */
export function chooseThreshold(coverages: readonly number[], maxShare: number): number {
  const isAcceptable = (threshold: number) =>
    coverages.filter((coverage) => coverage < threshold).length <= maxShare * coverages.length;
  return thresholds[thresholds.findLastIndex(isAcceptable) - 1] ?? 0;
}
