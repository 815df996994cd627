import type { Location } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { toBigrams } from "../../platform/documents/chunking/bigrams.ts";
import { extractSearchWords } from "../../platform/documents/chunking/extractSearchWords.ts";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { quoteLexeme, type SearchTerm, type WordStems } from "./fullText/searchTerms.ts";

export interface SearchableDocument {
  id: string;
  chunkCount: number;
  languages: string[];
  /** The model of the document's vectors; null unless all vectors exist. */
  embeddingModelId: string | null;
  /** True if the embedding is not queued, in progress, terminated or failed. */
  canEmbed: boolean;
}

/** A chunk that contains terms of the question. */
export interface Candidate {
  id: number;
  documentId: string;
  position: number;
  tokens: number;
  /** The `ts_rank` of each term alone: 0 if the term is absent, with diminishing growth per occurrence. */
  ranks: number[];
}

export interface StoredChunk {
  id: number;
  documentId: string;
  position: number;
  content: string;
  /** The line of headings with which `content` begins; null: unknown. */
  headings: string | null;
  tokens: number;
  charIndex: number;
  locations: Location[];
  originalIndexes: number[];
}

/** Replaces NUL characters and lone surrogates, which PostgreSQL's text type cannot store. */
const toStorableText = (text: string) => text.replaceAll("\0", " ").toWellFormed();

export async function insertChunks(
  db: Db,
  documentId: string,
  firstPosition: number,
  chunks: readonly Chunk[],
): Promise<void> {
  if (chunks.length === 0) return;
  await db
    .insertInto("chunks")
    .values(
      chunks.map((chunk, index) => ({
        document_id: documentId,
        position: firstPosition + index,
        content: toStorableText(chunk.content),
        headings: toStorableText(chunk.headings),
        tokens: chunk.tokens,
        char_index: chunk.charIndex,
        locations: toStorableText(JSON.stringify(chunk.locations).replaceAll("\\u0000", " ")),
        original_indexes: JSON.stringify(chunk.originalIndexes),
        language: chunk.language,
        search: buildSearchVector(chunk.content, [chunk.language]),
      })),
    )
    .execute();
}

/** Selects the text search configuration with this name, or `simple` if the database does not have it. */
const selectTextSearchConfiguration = (name: RawBuilder<unknown>) =>
  sql`coalesce((select oid::regconfig from pg_ts_config where cfgname = ${name} and cfgnamespace = 'pg_catalog'::regnamespace), 'simple'::regconfig)`;

/**
 * Builds the search vector of a text: stems in each of the configurations and bigrams with their positions, and
 * language-independent lexemes.
 */
export function buildSearchVector(content: string, configurations: readonly string[]): RawBuilder<string> {
  const { words, plain } = extractSearchWords(content);
  const bigrams = toBigrams(content.normalize("NFKC").toLowerCase());
  const lexemes = [...new Set(plain)]
    .map(quoteLexeme)
    .concat(bigrams.map((bigram, index) => `${quoteLexeme(bigram)}:${index + 1}`));
  const stems = configurations.map(
    (name) => sql`to_tsvector(${selectTextSearchConfiguration(sql`${name}::text`)}, ${words.join(" ")}::text)`,
  );
  return sql<string>`${sql.join(stems, sql` || `)} || ${lexemes.join(" ")}::tsvector`;
}

export async function deleteChunks(db: Db, documentId: string): Promise<void> {
  // The chunks of an interrupted call have no count, and nothing refers to them.
  await sql`
    insert into replaced_chunks (id, document_id, position, content, headings, locations, original_indexes)
    select chunks.id, document_id, position, content, headings, locations, original_indexes
    from chunks join documents on documents.id = document_id
    where document_id = ${documentId} and chunk_count > 0
    on conflict do nothing`.execute(db);
  await setChunkSummary(db, documentId, 0, []);
  await db.deleteFrom("chunks").where("document_id", "=", documentId).execute();
}

/** Sets the number of a document's chunks and their languages. Only documents with chunks are searched. */
export async function setChunkSummary(
  db: Db,
  documentId: string,
  chunkCount: number,
  languages: readonly string[],
): Promise<void> {
  await db
    .updateTable("documents")
    .set({ chunk_count: chunkCount, chunk_languages: JSON.stringify(languages) })
    .where("id", "=", documentId)
    .execute();
}

export async function findChunkSummary(db: Db, documentId: string) {
  return db
    .selectFrom("documents")
    .select(["chunk_count", "chunk_languages"])
    .where("id", "=", documentId)
    .executeTakeFirst();
}

/** Moves all chunks of a document to one that has none. Returns their number. */
export async function moveChunks(db: Db, fromDocumentId: string, toDocumentId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("chunks")
    .set({ document_id: toDocumentId })
    .where("document_id", "=", fromDocumentId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function findSearchableDocuments(db: Db, documentIds: readonly string[]): Promise<SearchableDocument[]> {
  const rows = await db
    .selectFrom("documents")
    .select(["id", "chunk_count", "chunk_languages", "embedding_state", "embedding_model"])
    .where("id", "=", sql<string>`any(${[...documentIds]}::text[])`)
    .where("chunk_count", ">", 0)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    chunkCount: row.chunk_count,
    languages: row.chunk_languages,
    embeddingModelId: row.embedding_state === "ready" ? row.embedding_model : null,
    canEmbed: row.embedding_state === "none" || row.embedding_state === "ready",
  }));
}

/** Returns the stems of each word in each configuration. A stop word has no stems. */
export async function getStems(
  db: Db,
  words: readonly string[],
  configurations: readonly string[],
): Promise<WordStems[]> {
  if (words.length === 0 || configurations.length === 0) return [];
  const { rows } = await sql<{ name: string; word: string; stems: string[] }>`
    select name, word, tsvector_to_array(to_tsvector(configuration, word)) as stems
    from unnest(${[...configurations]}::text[]) as name,
      lateral (select ${selectTextSearchConfiguration(sql`name`)} as configuration offset 0) as known,
      unnest(${[...words]}::text[]) as word`.execute(db);
  return rows.map(({ name, word, stems }) => ({ configuration: name, word, stems }));
}

/** Excludes a statement from the cache of prepared statements, because its text varies with the number of terms. */
export const unpreparedMarker = sql`/* once */`;

export const buildAnyTermQuery = (terms: readonly SearchTerm[]) =>
  terms.flatMap(({ lexemes }) => lexemes.map(quoteLexeme)).join(" | ");

/** Selects an array with the rank of each term in `search`. */
export function selectTermRanks(terms: readonly SearchTerm[]): RawBuilder<number[]> {
  const rankExpressions = terms.map(({ lexemes }) => {
    const lexemeRanks = lexemes.map((lexeme) => sql`ts_rank(search, ${quoteLexeme(lexeme)}::tsquery)`);
    return lexemeRanks.length === 1 ? lexemeRanks[0] : sql`greatest(${sql.join(lexemeRanks)})`;
  });
  return sql<number[]>`array[${sql.join(rankExpressions)}]::float4[]`;
}

type CandidateRow = { id: number; document_id: string; position: number; tokens: number; ranks: number[] };
const toCandidate = ({ document_id, ...row }: CandidateRow): Candidate => ({ ...row, documentId: document_id });

/** Finds all chunks of some documents that contain any of the terms. */
export async function findCandidatesInDocuments(
  db: Db,
  documentIds: readonly string[],
  terms: readonly SearchTerm[],
): Promise<Candidate[]> {
  if (documentIds.length === 0) return [];
  // Concatenating an empty vector decompresses the stored vector once per row instead of once per term. `offset 0`
  // prevents the planner from using the index, which covers the chunks of all people.
  const { rows } = await sql<CandidateRow>`
    ${unpreparedMarker} select id, document_id, position, tokens, ${selectTermRanks(terms)} as ranks
    from (
      select id, document_id, position, tokens, search || ''::tsvector as search
      from chunks where document_id = any(${[...documentIds]}::text[]) offset 0
    ) as scope
    where search @@ ${buildAnyTermQuery(terms)}::tsquery`.execute(db);
  return rows.map(toCandidate);
}

/** Counts the chunks that exist at these positions and, for each term, how many of them contain it. */
export async function countTermsInSample(
  db: Db,
  positions: readonly { documentId: string; position: number }[],
  terms: readonly SearchTerm[],
): Promise<{ sampledChunks: number; counts: number[] }> {
  const countExpressions = terms.map(
    (term) => sql`count(*) filter (where search @@ ${buildAnyTermQuery([term])}::tsquery)`,
  );
  const { rows } = await sql<{ sampled: number; counts: number[] }>`
    ${unpreparedMarker} select count(*) as sampled, array[${sql.join(countExpressions)}] as counts
    from (
      select search || ''::tsvector as search
      from unnest(
        ${positions.map(({ documentId }) => documentId)}::text[],
        ${positions.map(({ position }) => position)}::integer[]
      ) as sampled (document_id, position)
      join chunks using (document_id, position) offset 0
    ) as sample`.execute(db);
  const [row] = rows;
  return { sampledChunks: Number(row?.sampled ?? 0), counts: (row?.counts ?? []).map(Number) };
}

/** An index query, the terms whose ranks are wanted, and the maximum number of chunks. An empty query finds nothing. */
interface IndexQuery {
  query: string;
  terms: readonly SearchTerm[];
  limit: number;
}

/** Finds chunks of some documents by several index queries in one statement. Returns one list per query. */
export async function findCandidatesByIndex(
  db: Db,
  documentIds: readonly string[],
  queries: readonly IndexQuery[],
): Promise<Candidate[][]> {
  const results: Candidate[][] = queries.map(() => []);
  const selections = queries.flatMap(({ query, terms, limit }, index) =>
    query === ""
      ? []
      : [
          sql`select ${sql.lit(index)} as query_index, id, document_id, position, tokens, ${selectTermRanks(terms)} as ranks
          from (
            select id, document_id, position, tokens, search || ''::tsvector as search
            from chunks where search @@ ${query}::tsquery and document_id = any(${[...documentIds]}::text[])
            limit ${limit} offset 0
          ) as found`,
        ],
  );
  if (selections.length === 0) return results;
  const { rows } = await sql<CandidateRow & { query_index: number }>`
    ${unpreparedMarker} ${sql.join(selections, sql` union all `)}`.execute(db);
  for (const { query_index, ...row } of rows) results[query_index]?.push(toCandidate(row));
  return results;
}

/** A chunk, or one that a newer one has replaced. */
export type QuotableChunk = Pick<StoredChunk, "documentId" | "position" | "content" | "headings" | "locations">;

/** Finds chunks that newer ones have replaced. */
export async function findReplacedChunks(db: Db, ids: readonly number[]): Promise<QuotableChunk[]> {
  const rows = await db
    .selectFrom("replaced_chunks")
    .select(["document_id", "position", "content", "headings", "locations"])
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return rows.map(({ document_id, ...chunk }) => ({ documentId: document_id, ...chunk }));
}

/** Returns a document's chunks in reading order. */
export async function listChunks(
  db: Db,
  documentId: string,
): Promise<Pick<Chunk, "content" | "locations" | "originalIndexes">[]> {
  return db
    .selectFrom("chunks")
    .select(["content", "locations", "original_indexes as originalIndexes"])
    .where("document_id", "=", documentId)
    .orderBy("position")
    .execute();
}

export async function findChunks(db: Db, ids: readonly number[]): Promise<StoredChunk[]> {
  const rows = await db
    .selectFrom("chunks")
    .select([
      "id",
      "document_id",
      "position",
      "content",
      "headings",
      "tokens",
      "char_index",
      "locations",
      "original_indexes",
    ])
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    documentId: row.document_id,
    position: row.position,
    content: row.content,
    headings: row.headings,
    tokens: row.tokens,
    charIndex: row.char_index,
    locations: row.locations,
    originalIndexes: row.original_indexes,
  }));
}
