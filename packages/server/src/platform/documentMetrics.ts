import { Counter, Histogram, type Registry } from "prom-client";

export type DocumentOutcome = "ready" | "failed" | "interrupted";

/** Records document metrics for `/metrics`: extraction outcomes and durations, without any reference to people. */
export interface DocumentMetrics {
  countDocument(document: { kind: string; outcome: DocumentOutcome; seconds: number }): void;
}

export function createDocumentMetrics(registry: Registry): DocumentMetrics {
  const registers = [registry];
  const documentCounter = new Counter({
    name: "lectern_documents_total",
    help: "Documents that were extracted, by kind and outcome.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "lectern_document_seconds",
    help: "Time from the start of a document's extraction until the document could be searched.",
    labelNames: ["kind"],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  return {
    countDocument({ kind, outcome, seconds: duration }) {
      documentCounter.inc({ kind, outcome });
      if (outcome === "ready") durations.observe({ kind }, duration);
    },
  };
}
