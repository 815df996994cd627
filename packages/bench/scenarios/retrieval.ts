import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { searchByWords, writeChunks } from "../../server/src/modules/retrieval/service.ts";
import type { Db } from "../../server/src/platform/db/database.ts";
import { migrate } from "../../server/src/platform/db/migrate.ts";
import { openDatabase } from "../../server/src/platform/db/openDatabase.ts";
import type { Chunk } from "../../server/src/platform/documents/documentReader.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { startPostgres } from "../../server/src/testing/startPostgres.ts";
import type { Figure } from "../report.ts";
import { percentile } from "../support/percentile.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { createSyntheticText } from "./retrieval/syntheticText.ts";

const chunksPerDocument = 100;
const sizes = [10_000, 100_000];
const questions = 100;
const silent = createLog("silent");

/** Indexing and searching passages of synthetic text, on both databases. */
export const retrieval: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    const db = await open(kind, resources);
    figures.push(...(await measure(db, kind, progress)));
  }
  return {
    scenario: "retrieval",
    floor: "none",
    figures,
    notes: [
      `Documents of ${chunksPerDocument} passages of 300 words, from 50,000 words whose frequencies follow Zipf's law; ${questions} questions of eight words of some passage.`,
      "Indexing is `writeChunks` alone: the text is cut and its language told before.",
    ],
  };
};

async function open(kind: "PGlite" | "PostgreSQL", resources: Resources): Promise<Db> {
  const folder = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 3 }),
  );
  const postgres = kind === "PGlite" ? null : await resources.use(startPostgres(), (started) => started.stop());
  const databaseUrl = postgres ? postgres.url("postgres") : null;
  const database = await resources.use(openDatabase({ databaseUrl, dataDir: folder, log: silent }), (opened) =>
    opened.close(),
  );
  await migrate(database.db, silent);
  return database.db;
}

async function measure(db: Db, kind: string, progress: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  const text = createSyntheticText(1);
  const asked: string[] = [];
  const documentIds: string[] = [];
  for (const size of sizes) {
    const variant = `${kind}, ${size.toLocaleString("en")} passages`;
    progress(`${variant}: index`);
    const added = size - documentIds.length * chunksPerDocument;
    let indexMs = 0;
    while (documentIds.length * chunksPerDocument < size) {
      const id = `document-${documentIds.length}`;
      const chunks = Array.from({ length: chunksPerDocument }, () => text.chunk());
      const [first] = chunks;
      if (first && asked.length < questions * 10) asked.push(text.question(first));
      await insertDocument(db, id);
      const begun = performance.now();
      await writeChunks(db, id, inOne(chunks));
      indexMs += performance.now() - begun;
      documentIds.push(id);
    }
    figures.push({
      name: "passages indexed a second",
      variant,
      unit: "",
      ours: added / (indexMs / 1_000),
      floor: null,
      aim: { atLeast: 200 },
    });
    for (const [scope, ids] of [
      ["10 documents", documentIds.slice(0, 10)],
      ["all documents of one person", documentIds],
    ] as const) {
      progress(`${variant}: search in ${scope}`);
      const times = await timeSearches(db, asked.slice(0, questions), ids);
      const figure = (name: string, share: number, aim?: Figure["aim"]): Figure => ({
        name: `search in ${scope}, ${name}`,
        variant,
        unit: "ms",
        ours: percentile(times, share),
        floor: null,
        ...(aim && { aim }),
      });
      figures.push(figure("p50", 0.5), figure("p95", 0.95, { atMost: 50 }));
    }
  }
  return figures;
}

async function* inOne(chunks: readonly Chunk[]) {
  yield chunks;
}

async function timeSearches(db: Db, asked: readonly string[], documentIds: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const [index, question] of ["warm up", ...asked].entries()) {
    const begun = performance.now();
    await searchByWords({ db }, { question, documentIds, limit: 10 });
    if (index > 0) times.push(performance.now() - begun);
  }
  return times;
}

async function insertDocument(db: Db, id: string): Promise<void> {
  const now = new Date();
  await db
    .insertInto("documents")
    .values({ id, kind: "text", size: 1, state: "ready", created_at: now, state_changed_at: now })
    .execute();
}
