import type { Location } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { bigramsOf } from "../../platform/documents/chunking/bigrams.ts";
import { searchWords } from "../../platform/documents/chunking/searchWords.ts";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { quoted, type SearchTerm, type WordStems } from "./searchTerms.ts";

/** A document that can be searched. */
export interface SearchedDocument {
  id: string;
  chunkCount: number;
  languages: string[];
  /** Model of its vectors, as far as they are all there. */
  embeddedWith: string | null;
  /** Nobody has ended the making of its vectors, and none is at it. */
  mayBeEmbedded: boolean;
}

/** A passage that has something of the question, and how much of each term. */
export interface Candidate {
  id: number;
  documentId: string;
  position: number;
  tokens: number;
  /** `ts_rank` of each term by itself: 0 where it is absent, growing ever less with each occurrence. */
  ranks: number[];
}

export interface ChunkText {
  id: number;
  documentId: string;
  position: number;
  content: string;
  tokens: number;
  charIndex: number;
  locations: Location[];
  originalIndexes: number[];
}

/** A chunk that came without this many tokens is still one. PostgreSQL's text cannot hold the character 0. */
const storable = (text: string) => text.replaceAll("\0", " ").toWellFormed();

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
        content: storable(chunk.content),
        tokens: chunk.tokens,
        char_index: chunk.charIndex,
        locations: storable(JSON.stringify(chunk.locations).replaceAll("\\u0000", " ")),
        original_indexes: JSON.stringify(chunk.originalIndexes),
        language: chunk.language,
        search: searchVector(chunk),
      })),
    )
    .execute();
}

/** A configuration of the server by its name; `simple` where it has none of that name. */
const configurationOf = (name: RawBuilder<unknown>) =>
  sql`coalesce((select oid::regconfig from pg_ts_config where cfgname = ${name} and cfgnamespace = 'pg_catalog'::regnamespace), 'simple'::regconfig)`;

/** Stems with their positions, and what is found in any language; pairs of letters with their positions too. */
function searchVector({ content, language }: Chunk): RawBuilder<string> {
  const { words, plain } = searchWords(content);
  const pairs = bigramsOf(content.normalize("NFKC").toLowerCase());
  const lexemes = [...new Set(plain)].map(quoted).concat(pairs.map((pair, at) => `${quoted(pair)}:${at + 1}`));
  return sql<string>`to_tsvector(${configurationOf(sql`${language}::text`)}, ${words.join(" ")}::text) || ${lexemes.join(" ")}::tsvector`;
}

export async function deleteChunks(db: Db, documentId: string): Promise<void> {
  await setSearchable(db, documentId, 0, []);
  await db.deleteFrom("chunks").where("document_id", "=", documentId).execute();
}

/** Says how many passages a document has, which opens it to search. */
export async function setSearchable(
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

export async function findSearchedDocuments(db: Db, documentIds: readonly string[]): Promise<SearchedDocument[]> {
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
    embeddedWith: row.embedding_state === "ready" ? row.embedding_model : null,
    mayBeEmbedded: row.embedding_state === "none" || row.embedding_state === "ready",
  }));
}

/** The stems of words by each configuration. One that a configuration takes for a stop word has none there. */
export async function findStems(
  db: Db,
  words: readonly string[],
  configurations: readonly string[],
): Promise<WordStems[]> {
  if (words.length === 0 || configurations.length === 0) return [];
  const { rows } = await sql<{ name: string; word: string; stems: string[] }>`
    select name, word, tsvector_to_array(to_tsvector(configuration, word)) as stems
    from unnest(${[...configurations]}::text[]) as name,
      lateral (select ${configurationOf(sql`name`)} as configuration offset 0) as known,
      unnest(${[...words]}::text[]) as word`.execute(db);
  return rows.map(({ name, word, stems }) => ({ configuration: name, word, stems }));
}

/** Each question has another number of terms: the embedded database would keep a prepared statement for each. */
const unkept = sql`/* once */`;

const anyOf = (terms: readonly SearchTerm[]) => terms.flatMap(({ lexemes }) => lexemes.map(quoted)).join(" | ");

/** One number a term: how well it is in `search`. */
function ranksOf(terms: readonly SearchTerm[]): RawBuilder<number[]> {
  const ranks = terms.map(({ lexemes }) => {
    const each = lexemes.map((lexeme) => sql`ts_rank(search, ${quoted(lexeme)}::tsquery)`);
    return each.length === 1 ? each[0] : sql`greatest(${sql.join(each)})`;
  });
  return sql<number[]>`array[${sql.join(ranks)}]::float4[]`;
}

type CandidateRow = { id: number; document_id: string; position: number; tokens: number; ranks: number[] };
const toCandidate = ({ document_id, ...row }: CandidateRow): Candidate => ({ ...row, documentId: document_id });

/** All passages of some documents that have any of the terms. */
export async function findInDocuments(
  db: Db,
  documentIds: readonly string[],
  terms: readonly SearchTerm[],
): Promise<Candidate[]> {
  // Joining with nothing unpacks the stored vector once a row and not once a term. `offset 0` keeps the planner from turning this into
  // a scan of the index over everybody's passages.
  const { rows } = await sql<CandidateRow>`
    ${unkept} select id, document_id, position, tokens, ${ranksOf(terms)} as ranks
    from (
      select id, document_id, position, tokens, search || ''::tsvector as search
      from chunks where document_id = any(${[...documentIds]}::text[]) offset 0
    ) as scope
    where search @@ ${anyOf(terms)}::tsquery`.execute(db);
  return rows.map(toCandidate);
}

/** In how many of the passages at these places each term is. */
export async function countInSample(
  db: Db,
  places: readonly { documentId: string; position: number }[],
  terms: readonly SearchTerm[],
): Promise<{ sampled: number; counts: number[] }> {
  const counts = terms.map((term) => sql`count(*) filter (where search @@ ${anyOf([term])}::tsquery)`);
  const { rows } = await sql<{ sampled: number; counts: number[] }>`
    ${unkept} select count(*) as sampled, array[${sql.join(counts)}] as counts
    from (
      select search || ''::tsvector as search
      from unnest(${places.map(({ documentId }) => documentId)}::text[], ${places.map(({ position }) => position)}::integer[])
        as place (document_id, position)
      join chunks using (document_id, position) offset 0
    ) as sample`.execute(db);
  const [row] = rows;
  return { sampled: Number(row?.sampled ?? 0), counts: (row?.counts ?? []).map(Number) };
}

/** At most `limit` passages of some documents that `query` finds by the index, with all terms' ranks. */
export async function findByIndex(
  db: Db,
  documentIds: readonly string[] | null,
  query: string,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<Candidate[]> {
  const inScope = documentIds === null ? sql`` : sql`and document_id = any(${[...documentIds]}::text[])`;
  const { rows } = await sql<CandidateRow>`
    ${unkept} select id, document_id, position, tokens, ${ranksOf(terms)} as ranks
    from (
      select id, document_id, position, tokens, search || ''::tsvector as search
      from chunks where search @@ ${query}::tsquery ${inScope} limit ${limit} offset 0
    ) as found`.execute(db);
  return rows.map(toCandidate);
}

export async function findChunks(db: Db, ids: readonly number[]): Promise<ChunkText[]> {
  const rows = await db
    .selectFrom("chunks")
    .select(["id", "document_id", "position", "content", "tokens", "char_index", "locations", "original_indexes"])
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    documentId: row.document_id,
    position: row.position,
    content: row.content,
    tokens: row.tokens,
    charIndex: row.char_index,
    locations: row.locations,
    originalIndexes: row.original_indexes,
  }));
}
