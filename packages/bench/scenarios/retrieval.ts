import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { searchPassagesByFullText, writeChunks } from "../../server/src/modules/retrieval/service.ts";
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
import { type MergedSearch, openMergedSearch } from "./retrieval/mergedSearch.ts";
import { createSyntheticText } from "./retrieval/syntheticText.ts";

const chunksPerDocument = 100;
/** Numbers of passages, ascending; `RETRIEVAL_SIZES=200,400` makes a short test run. */
const passageCounts = process.env.RETRIEVAL_SIZES?.split(",").map(Number) ?? [10_000, 100_000];
const questionCount = 100;
const silentLog = createLog("silent");

/**
 * Measures indexing and search of synthetic passages on both databases: by words, and also with vectors if the database
 * has pgvector.
 */
export const retrieval: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  const kindsWithoutVectors: string[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    const openedDatabase = await openMigratedDatabase(kind, resources);
    const mergedSearch = await openMergedSearch(openedDatabase);
    if (!mergedSearch) kindsWithoutVectors.push(kind);
    figures.push(...(await measureDatabase(openedDatabase.db, mergedSearch, kind, progress)));
  }
  return {
    scenario: "retrieval",
    floor: "none",
    figures,
    notes: [
      `Documents of ${chunksPerDocument} passages of 300 words, from 50,000 words whose frequencies follow Zipf's law; ${questionCount} questions of eight words of some passage.`,
      "Indexing is `writeChunks` alone: chunking and language detection are not included.",
      "Vectors have 384 numbers and come from a script in this process. Computing those of passages is not counted; " +
        "writing them is the server's own job, 32 at a time, with usage. A merged search is everything the server does " +
        "for one: words, the question's vector with its usage, the nearest passages. Above the limit for exact " +
        "comparison, PGlite has no vector index and orders the full-text results by their vectors.",
      ...kindsWithoutVectors.map(
        (kind) => `${kind}: this server has no pgvector, so there are no figures with vectors.`,
      ),
    ],
  };
};

async function openMigratedDatabase(kind: "PGlite" | "PostgreSQL", resources: Resources) {
  const folder = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 3 }),
  );
  const postgres = kind === "PGlite" ? null : await resources.use(startPostgres(), (started) => started.stop());
  const databaseUrl = postgres ? postgres.url("postgres") : null;
  const database = await resources.use(
    openDatabase({ databaseUrl, dataDir: folder, log: silentLog }),
    (openedDatabase) => openedDatabase.close(),
  );
  await migrate(database.db, silentLog);
  return { db: database.db, databaseUrl, dataDir: folder };
}

async function measureDatabase(
  db: Db,
  mergedSearch: MergedSearch | null,
  kind: string,
  progress: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const syntheticText = createSyntheticText(1);
  const questionTexts: string[] = [];
  const documentIds: string[] = [];
  for (const size of passageCounts) {
    const variant = `${kind}, ${size.toLocaleString("en")} passages`;
    progress(`${variant}: index`);
    const countBefore = documentIds.length;
    let indexMs = 0;
    while (documentIds.length * chunksPerDocument < size) {
      const id = `document-${documentIds.length}`;
      const chunks = Array.from({ length: chunksPerDocument }, () => syntheticText.chunk());
      const [firstChunk] = chunks;
      if (firstChunk && questionTexts.length < questionCount * 10)
        questionTexts.push(syntheticText.question(firstChunk));
      await insertDocument(db, id);
      const startedAt = performance.now();
      await writeChunks(db, id, toSingleBatch(chunks));
      indexMs += performance.now() - startedAt;
      documentIds.push(id);
    }
    const newIds = documentIds.slice(countBefore);
    const addedPassageCount = newIds.length * chunksPerDocument;
    figures.push({
      name: "passages indexed a second",
      variant,
      unit: "",
      ours: addedPassageCount / (indexMs / 1_000),
      floor: null,
      aim: { atLeast: 200 },
    });
    const measureSearch = async (name: string, search: Search) => {
      for (const [scope, ids] of [
        ["10 documents", documentIds.slice(0, 10)],
        ["all documents of one person", documentIds],
      ] as const) {
        progress(`${variant}: ${name} in ${scope}`);
        const durations = await timeSearches(search, questionTexts.slice(0, questionCount), ids);
        const buildFigure = (which: string, share: number): Figure => ({
          name: `${name} in ${scope}, ${which}`,
          variant,
          unit: "ms",
          ours: percentile(durations, share),
          floor: null,
        });
        figures.push(buildFigure("p50", 0.5), { ...buildFigure("p95", 0.95), aim: { atMost: 50 } });
      }
    };
    await measureSearch("search", (question, ids) =>
      searchPassagesByFullText({ db }, { question, documentIds: ids, limit: 10 }),
    );
    if (!mergedSearch) continue;
    progress(`${variant}: vectors`);
    const writeMs = await mergedSearch.write(newIds);
    figures.push({
      name: "vectors written a second",
      variant,
      unit: "",
      ours: addedPassageCount / (writeMs / 1_000),
      floor: null,
    });
    await measureSearch("merged search", mergedSearch.search);
  }
  return figures;
}

async function* toSingleBatch(chunks: readonly Chunk[]) {
  yield chunks;
}

type Search = (question: string, documentIds: readonly string[]) => Promise<unknown>;

async function timeSearches(
  search: Search,
  questionTexts: readonly string[],
  documentIds: readonly string[],
): Promise<number[]> {
  const durations: number[] = [];
  for (const [index, question] of ["warm up", ...questionTexts].entries()) {
    const startedAt = performance.now();
    await search(question, documentIds);
    if (index > 0) durations.push(performance.now() - startedAt);
  }
  return durations;
}

async function insertDocument(db: Db, id: string): Promise<void> {
  const now = new Date();
  await db
    .insertInto("documents")
    .values({ id, kind: "text", size: 1, state: "ready", created_at: now, state_changed_at: now })
    .execute();
}
