import type { FileKind, FileState, Location, PromptTemplate } from "@lectern/contract";
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from "kysely";
import type { ModelWire } from "../modelProviders/modelProvider.ts";

/** The tables, as the newest migration leaves them. One interface a table; jsonb columns are written as JSON text. */
export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  oidc_records: OidcRecordsTable;
  secrets: SecretsTable;
  settings: SettingsTable;
  models: ModelsTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  folders: FoldersTable;
  prompts: PromptsTable;
  libraries: LibrariesTable;
  user_settings: UserSettingsTable;
  usage: UsageTable;
  documents: DocumentsTable;
  files: FilesTable;
  chunks: ChunksTable;
  chunk_vectors: ChunkVectorsTable;
  conversions: ConversionsTable;
}

/** Written and read as a Date; the drivers are set so that both give one. */
type When = ColumnType<Date, Date | string, Date | string>;
type Json<T> = JSONColumnType<T & object>;
/** The same where the database has a default. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>;
/** Exact decimal: read as a string on both drivers. */
type Decimal = ColumnType<string, string | number, string | number>;

export interface UsersTable {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  email_verified: boolean;
  name: string;
  /** Made an administrator by the first-person rule; those of `ADMINS` are not written here. */
  is_admin: boolean;
  created_at: When;
  last_seen_at: When;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, hex. */
  id: string;
  user_id: string;
  created_at: When;
  expires_at: When;
  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** Sealed JSON of the identity provider's tokens. */
  provider_tokens: string | null;
  /** When the provider's tokens must be refreshed; null: it gives no refresh token, the session stands by itself. */
  provider_expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

/** What the embedded identity provider remembers. */
export interface OidcRecordsTable {
  model: string;
  id: string;
  payload: Json<Record<string, unknown>>;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  consumed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

/** Secrets that the server made or was given, sealed. */
export interface SecretsTable {
  name: string;
  sealed: string;
  created_at: When;
}

/** One row a configuration type of the admin console. */
export interface SettingsTable {
  name: string;
  value: Json<object>;
  updated_at: When;
}

export interface StoredModelEndpoint {
  wire: ModelWire;
  url: string;
  /** `env:NAME` for a key of the environment, `secret:NAME` for a row of `secrets`, null where no key is needed. */
  keyRef: string | null;
  apiVersion?: string;
  region?: string;
}

export interface ModelsTable {
  id: string;
  /** The name under which the model's server knows it. */
  upstream_id: string;
  name: string;
  provider: string;
  description: string;
  system_prompt: string;
  input_context_window: number;
  output_token_limit: number;
  input_token_cost: Decimal | null;
  output_token_cost: Decimal | null;
  cached_token_cost: Decimal | null;
  exclusive_group_availability: Json<string[]>;
  supports_images: boolean;
  supports_system_prompts: boolean;
  is_available: boolean;
  is_built_in: boolean;
  is_default: boolean;
  default_advanced_model: boolean;
  default_cheapest_model: boolean;
  default_embeddings_model: boolean;
  default_qa_model: boolean;
  endpoints: Json<StoredModelEndpoint[]>;
  /** `environment`: found at a start; `admin`: added or changed by an administrator, never overwritten by a start. */
  origin: "environment" | "admin" | "guide";
  created_at: When;
}

/** Keyed by owner and id: one person's id never touches another's row. */
export interface ConversationsTable {
  owner_id: string;
  id: string;
  name: string;
  model_id: string | null;
  prompt: string | null;
  temperature: number | null;
  max_tokens: number | null;
  folder_id: string | null;
  tags: Json<string[]>;
  group_type: string | null;
  code_interpreter_assistant_id: string | null;
  head_id: string | null;
  /** Fields of the wire's conversation that have no column of their own. */
  extra: Json<Record<string, unknown>>;
  /** What its messages take, at most: a message that was replaced counts twice until they are measured. */
  bytes: Generated<number>;
  revision: number;
  created_at: When;
  updated_at: When;
}

export interface MessagesTable {
  owner_id: string;
  conversation_id: string;
  id: string;
  parent_id: string | null;
  /** Order of arrival within the conversation. */
  seq: Generated<number>;
  role: string;
  content: string;
  label: string | null;
  type: string | null;
  data: Json<Record<string, unknown>>;
  topic_data: Json<Record<string, unknown>> | null;
  created_at: When;
  /** The conversation's revision when this message was last written. */
  revision: number;
}

export interface FoldersTable {
  owner_id: string;
  id: string;
  name: string;
  type: string;
  date: string | null;
  pinned: boolean;
  /** See `LibrariesTable`. 0: written by an earlier version and not counted yet. */
  revision: Generated<number>;
  /** It stays as a row, so that other devices hear of it. */
  is_deleted: Generated<boolean>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PromptsTable {
  owner_id: string;
  id: string;
  /** Null: it was deleted, and other devices are to hear of it. */
  item: ColumnType<PromptTemplate | null, string | null, string | null>;
  /** Of the item's JSON text. */
  bytes: Generated<number>;
  /** See `LibrariesTable`. */
  revision: number;
  updated_at: When;
}

/** One row for each person who has prompts or folders. */
export interface LibrariesTable {
  owner_id: string;
  /** Counts the changes: the greatest revision of a prompt or folder. */
  last_revision: number;
}

export interface UserSettingsTable {
  user_id: string;
  settings: Json<object>;
  updated_at: When;
}

/** A row opens before a model call and settles after it. Tokens are counts; costs are US dollars. */
export interface UsageTable {
  id: string;
  user_id: string;
  request_id: string;
  conversation_id: string | null;
  model_id: string;
  purpose: string;
  opened_at: When;
  settled_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  outcome: string | null;
  /** True when the model's server gave no count and ours was taken. */
  is_estimate: boolean;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  input_token_cost: Decimal | null;
  output_token_cost: Decimal | null;
  cached_token_cost: Decimal | null;
  /** Of an open row: as far as it has been noted. */
  cost: Decimal;
  /** The process that makes the call; null in rows of an earlier version. */
  process_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** While the answer is being written: a keyed hash of its conversation's id, also where the id itself is not written. */
  conversation_hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the call may cost at most, while it is open and where limits are set. */
  reserved_cost: ColumnType<string, string | number | undefined, string | number>;
}

/** `none`: no model makes vectors here. `terminated`: an administrator ended it. */
export type EmbeddingState = "none" | "queued" | "embedding" | "ready" | "failed" | "terminated";

/** What was taken from the bytes of one or more files: taken once, however many files have the same bytes. */
export interface DocumentsTable {
  /** SHA-256 of kind and bytes, hex. */
  id: string;
  kind: FileKind;
  /** Bytes of the original. */
  size: number;
  state: Exclude<FileState, "uploading">;
  /** 0 to 100. */
  progress: Generated<number>;
  /** Why it failed, for people to read. */
  reason: string | null;
  can_retry: Generated<boolean>;
  /** Extractions that were begun since the last one that came to an end: each is a process that died over it. */
  attempts: Generated<number>;
  /** Which process is at it. */
  process_id: string | null;
  /** No file has it any more, and its blobs are being removed: a file with the same bytes waits until the row is gone. */
  is_released: Generated<boolean>;
  /** Blob of the extracted content, and of the picture as models are sent it. */
  content_key: string | null;
  preview_key: string | null;
  total_items: number | null;
  total_tokens: number | null;
  image_tokens: Json<Record<string, number>> | null;
  width: number | null;
  height: number | null;
  /** ISO 639-1, where it could be told. */
  language: string | null;
  location_properties: JsonDefault<string[]>;
  props: JsonDefault<Record<string, unknown>>;
  /** Version of the extraction that made it. */
  extractor: Generated<number>;
  /** Of its passages, once all of them are written. */
  chunk_count: Generated<number>;
  /** The text search configurations that its passages are written with, and `bigrams`. */
  chunk_languages: JsonDefault<string[]>;
  embedding_state: Generated<EmbeddingState>;
  embedding_model: string | null;
  embedding_process_id: string | null;
  embedding_since: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: When;
  state_changed_at: When;
}

/** A person's file. Its state is its document's; before it has one it is being uploaded, or waits for that. */
export interface FilesTable {
  /** The file's key on the wire. */
  id: string;
  owner_id: string;
  group_id: string | null;
  name: string;
  /** Media type. */
  type: string;
  tags: JsonDefault<string[]>;
  data: JsonDefault<Record<string, unknown>>;
  knowledge_base: Generated<string>;
  /** Blob of the original. */
  blob_key: string;
  declared_size: number | null;
  size: number | null;
  /** Of the bytes, hex. */
  sha256: string | null;
  document_id: string | null;
  /** Why there will be no document, for people to read. */
  failure: string | null;
  created_at: When;
  uploaded_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

/** A passage of a document, as it is searched and quoted. */
export interface ChunksTable {
  id: Generated<number>;
  document_id: string;
  /** From 0, in reading order. */
  position: number;
  content: string;
  tokens: number;
  /** Where it begins in the document's whole text, in UTF-16 code units. */
  char_index: number;
  locations: Json<Location[]>;
  /** Which items of the document's content it covers. */
  original_indexes: Json<number[]>;
  /** Text search configuration, or `bigrams`. */
  language: string;
  /** Written by `to_tsvector`. */
  search: ColumnType<string, RawBuilder<string>, RawBuilder<string>>;
}

/** Made at a start, where the database has pgvector. One row a passage and model. */
export interface ChunkVectorsTable {
  chunk_id: number;
  document_id: string;
  /** Id in the catalogue. */
  model: string;
  embedding: ColumnType<string, RawBuilder<string>, RawBuilder<string>>;
}

/** A document that somebody asked for: kept for a day. */
export interface ConversionsTable {
  id: string;
  owner_id: string;
  format: "docx" | "pptx";
  /** Name of the template; null: ours. */
  template: string | null;
  /** Under which it is saved. */
  file_name: string;
  state: "queued" | "converting" | "ready" | "failed";
  /** Why it failed, for people to read. */
  reason: string | null;
  /** Blob of what was asked for; it goes when the document is made, or cannot be. */
  input_key: string | null;
  output_key: string | null;
  /** Attempts that were begun: each but the last is a process that died over it. */
  attempts: Generated<number>;
  process_id: string | null;
  created_at: When;
  state_changed_at: When;
}
