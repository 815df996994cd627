/** The part of the results that one document may take while others have candidates. */
const maxShare = 0.75;

/**
 * Moves the candidates of a document that exceed its share of the first `limit` results behind all others, so that one
 * long document does not crowd out a short one. Keeps the order otherwise.
 */
export function limitDocumentShares<Candidate extends { documentId: string }>(
  candidates: readonly Candidate[],
  limit: number,
): Candidate[] {
  const quota = Math.ceil(limit * maxShare);
  const counts = new Map<string, number>();
  const withinQuota: Candidate[] = [];
  const beyondQuota: Candidate[] = [];
  for (const candidate of candidates) {
    const count = (counts.get(candidate.documentId) ?? 0) + 1;
    counts.set(candidate.documentId, count);
    (count <= quota ? withinQuota : beyondQuota).push(candidate);
  }
  return [...withinQuota, ...beyondQuota];
}
