import { Counter, Histogram, type Registry } from "prom-client";

export type DocumentOutcome = "ready" | "failed" | "interrupted";

/** What `/metrics` tells of documents: how reading them ended and how long it took, never whose they are. */
export interface DocumentMetrics {
  countDocument(document: { kind: string; outcome: DocumentOutcome; seconds: number }): void;
}

export function createDocumentMetrics(registry: Registry): DocumentMetrics {
  const registers = [registry];
  const documents = new Counter({
    name: "lectern_documents_total",
    help: "Documents that were read, by kind and by how it ended.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "lectern_document_seconds",
    help: "How long a document took, from its turn until it could be searched.",
    labelNames: ["kind"],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  return {
    countDocument({ kind, outcome, seconds: took }) {
      documents.inc({ kind, outcome });
      if (outcome === "ready") seconds.observe({ kind }, took);
    },
  };
}
