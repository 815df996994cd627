import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/testDatabase.ts";
import { writeChunks } from "./service.ts";
import {
  createVectorIndex,
  createVectorTable,
  findNearestChunks,
  findNearestChunksByIndex,
  hasVectorIndex,
  hasVectorTable,
  insertVectors,
  listChunksWithoutVector,
  type NearestChunk,
  sortChunksByDistance,
} from "./vectorRepository.ts";

let database: TestDatabase;
let chunkIds: number[];
const model = "it's a model";
const chunksPerDocument = 30;
const allDocumentIds = ["a", "b", "c"];
/** Points on a circle, so that neighbours have adjacent indexes. */
const createVector = (index: number) => [Math.cos(index / 30), Math.sin(index / 30), 0.1];

beforeAll(async () => {
  database = await createTestDatabase("pglite");
  const { db } = database;
  const now = new Date("2026-01-01T00:00:00Z");
  for (const id of allDocumentIds) {
    await db
      .insertInto("documents")
      .values({ id, kind: "text", size: 1, state: "ready", created_at: now, state_changed_at: now })
      .execute();
    const chunks = Array.from({ length: chunksPerDocument }, (_, index): Chunk => {
      const content = `passage ${index} of ${id}`;
      return {
        content,
        headings: "",
        tokens: 4,
        charIndex: 0,
        locations: [],
        originalIndexes: [index],
        language: "english",
      };
    });
    await writeChunks(
      db,
      id,
      (async function* () {
        yield chunks;
      })(),
    );
  }
  expect(await createVectorTable(db)).toBe(true);
  chunkIds = [];
  for (const id of allDocumentIds) {
    const chunks = await listChunksWithoutVector(db, id, model, 100);
    const firstIndex = chunkIds.length;
    chunkIds.push(...chunks.map((chunk) => chunk.id));
    await insertVectors(
      db,
      id,
      model,
      chunks.map((chunk, index) => ({ chunkId: chunk.id, vector: createVector(firstIndex + index) })),
    );
  }
});
afterAll(() => database.close());

const createQuery = (limit: number) => ({ model, vectors: [createVector(45)], limit });
const getIds = (lists: readonly NearestChunk[][]) => lists.map((list) => list.map(({ id }) => id));

test("exact search covers only the given documents, this model and this number of dimensions", async () => {
  const { db } = database;
  expect(await hasVectorTable(db)).toBe(true);
  expect(getIds(await findNearestChunks(db, { ...createQuery(3), documentIds: ["b"] }))).toEqual([
    [chunkIds[45], chunkIds[44], chunkIds[46]],
  ]);
  expect(getIds(await findNearestChunks(db, { ...createQuery(1), documentIds: ["a"] }))).toEqual([[chunkIds[29]]]);
  expect(await findNearestChunks(db, { ...createQuery(3), model: "another", documentIds: ["b"] })).toEqual([[]]);
  expect(await findNearestChunks(db, { ...createQuery(3), vectors: [[1, 0]], documentIds: ["b"] })).toEqual([[]]);
  expect(
    getIds(await sortChunksByDistance(db, { ...createQuery(5), chunkIds: [chunkIds[0] ?? 0, chunkIds[44] ?? 0] })),
  ).toEqual([[chunkIds[44], chunkIds[0]]]);
});

test("several vectors give one list each, with distances", async () => {
  const { db } = database;
  const query = { model, vectors: [createVector(45), createVector(3)], limit: 2 };
  for (const lists of [
    await findNearestChunks(db, { ...query, documentIds: allDocumentIds }),
    await sortChunksByDistance(db, { ...query, chunkIds }),
  ]) {
    expect(getIds(lists)).toEqual([
      [chunkIds[45], chunkIds[44]],
      [chunkIds[3], chunkIds[2]],
    ]);
    for (const [first, second] of lists) {
      expect(first?.distance).toBeCloseTo(0);
      expect(allDocumentIds).toContain(first?.documentId);
      expect(second?.distance).toBeGreaterThan(first?.distance ?? 2);
    }
  }
  expect(await findNearestChunks(db, { ...query, vectors: [], documentIds: ["a"] })).toEqual([]);
});

test("the index returns the same results, and is created once", async () => {
  const { db } = database;
  expect(await hasVectorIndex(db, model)).toBe(false);
  await createVectorIndex(db, model, 3);
  await createVectorIndex(db, model, 3);
  expect(await hasVectorIndex(db, model)).toBe(true);
  for (const documentIds of [["b"], ["a"], ["a", "b", "c"]]) {
    const query = { model, vectors: [createVector(45), createVector(70)], limit: 3, documentIds };
    const sortIds = (lists: readonly NearestChunk[][]) => getIds(lists).map((ids) => ids.toSorted((a, b) => a - b));
    expect(sortIds(await findNearestChunksByIndex(db, query))).toEqual(sortIds(await findNearestChunks(db, query)));
  }
});

test("vectors of many dimensions are not indexed before pgvector 0.7, which introduced half precision", async () => {
  const old = await createTestDatabase("pglite");
  expect(await createVectorTable(old.db)).toBe(true);
  await sql`alter type halfvec rename to a_later_invention`.execute(old.db);
  await createVectorIndex(old.db, model, 3_000);
  expect(await hasVectorIndex(old.db, model)).toBe(false);
  await createVectorIndex(old.db, model, 3);
  expect(await hasVectorIndex(old.db, model)).toBe(true);
  await old.close();
});

test("creating the table again changes nothing, and chunks with vectors are not listed", async () => {
  expect(await createVectorTable(database.db)).toBe(true);
  expect(await listChunksWithoutVector(database.db, "a", model, 10)).toEqual([]);
  expect(await listChunksWithoutVector(database.db, "a", "another", 10)).toHaveLength(10);
});
