import type {
  AssistantContent,
  ExtractionNote,
  FileKind,
  FileState,
  IntegrationId,
  KeyScope,
  LegacyWorkspace,
  Location,
  OperationAuth,
  OperationParam,
  PromptTemplate,
  RegisteredOperation,
  RequestType,
} from "@lectern/contract";
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from "kysely";
import type { ModelWire } from "../modelProviders/modelProvider.ts";

/** The tables after the latest migration, one interface per table. jsonb columns are written as JSON text. */
export interface Schema {
  principals: PrincipalsTable;
  users: UsersTable;
  services: ServicesTable;
  directory_groups: DirectoryGroupsTable;
  directory_group_members: DirectoryGroupMembersTable;
  directory_group_includes: DirectoryGroupIncludesTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  group_directory_groups: GroupDirectoryGroupsTable;
  grants: GrantsTable;
  disclosure_acceptances: DisclosureAcceptancesTable;
  disclosure_documents: DisclosureDocumentsTable;
  audit: AuditTable;
  sessions: SessionsTable;
  oidc_records: OidcRecordsTable;
  secrets: SecretsTable;
  settings: SettingsTable;
  models: ModelsTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  answer_feedback: AnswerFeedbackTable;
  waiting_runs: WaitingRunsTable;
  folders: FoldersTable;
  prompts: PromptsTable;
  libraries: LibrariesTable;
  user_settings: UserSettingsTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  usage: UsageTable;
  usage_series: UsageSeriesTable;
  usage_days: UsageDaysTable;
  usage_totals: UsageTotalsTable;
  usage_rolled_days: UsageRolledDaysTable;
  documents: DocumentsTable;
  files: FilesTable;
  chunks: ChunksTable;
  replaced_chunks: ReplacedChunksTable;
  chunk_vectors: ChunkVectorsTable;
  conversions: ConversionsTable;
  assistants: AssistantsTable;
  assistant_versions: AssistantVersionsTable;
  assistant_files: AssistantFilesTable;
  artifact_versions: ArtifactVersionsTable;
  saved_artifacts: SavedArtifactsTable;
  generated_files: GeneratedFilesTable;
  python_functions: PythonFunctionsTable;
  memories: MemoriesTable;
  memory_projects: MemoryProjectsTable;
  pending_facts: PendingFactsTable;
  quality_submissions: QualitySubmissionsTable;
  memory_clearings: MemoryClearingsTable;
  shares: SharesTable;
  share_receipts: ShareReceiptsTable;
  analysis_records: AnalysisRecordsTable;
  analysis_prompts: AnalysisPromptsTable;
  analysis_answers: AnalysisAnswersTable;
  analysis_openings: AnalysisOpeningsTable;
  received_prompts: ReceivedPromptsTable;
  legacy_workspaces: LegacyWorkspacesTable;
  site_files: SiteFilesTable;
  pptx_templates: PptxTemplatesTable;
  pptx_template_directory_groups: PptxTemplateDirectoryGroupsTable;
  operations: OperationsTable;
  integration_connections: IntegrationConnectionsTable;
  integration_attempts: IntegrationAttemptsTable;
}

/** A timestamp. Both drivers return a Date. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json<T> = JSONColumnType<T & object>;
/** A JSON column with a default in the database. */
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** An exact decimal. Both drivers return a string. */
type Decimal = ColumnType<string, string | number, string | number>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A principal owns things and can be given rights: a person, a group or a service. */
export interface PrincipalsTable {
  /** For a person, the user id. */
  id: string;
  kind: "person" | "group" | "service";
  created_at: ColumnType<Date, Date | string | undefined, never>;
}

export interface UsersTable {
  id: string;
  issuer: string;
  subject: string;
  /** As `foldEmail` returns it. */
  email: string;
  email_verified: boolean;
  name: string;
  /**
   * True for the first person of a workspace with the embedded provider and without `ADMINS`. Administrators listed in
   * `ADMINS` are not stored here.
   */
  is_admin: boolean;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  blocked_at: NullableTimestamp;
  /** When the row of an erased person was emptied. The database rejects new rows of other tables that refer to it. */
  erased_at: NullableTimestamp;
  /** When the rows and blobs of an erased person had been deleted. */
  erasure_ended_at: NullableTimestamp;
}

/** A program that acts in its own name, through the keys of its owner. It never signs in. */
export interface ServicesTable {
  id: string;
  /** `{App-Name}-{6 digits}` */
  wire_id: string;
  name: string;
  owner_id: string;
  created_at: Timestamp;
}

/** A list of email addresses that site administrators keep; `amplifyGroups` on the wire. */
export interface DirectoryGroupsTable {
  id: string;
  name: string;
  created_by: Nullable<string>;
  created_at: Timestamp;
}

export interface DirectoryGroupMembersTable {
  directory_group_id: string;
  /** As `foldEmail` returns it. */
  email: string;
}

/** All members of the included group are members of the directory group, too. There are no circles. */
export interface DirectoryGroupIncludesTable {
  directory_group_id: string;
  included_id: string;
}

export type GroupLevel = "read" | "write" | "admin";

export interface GroupsTable {
  id: string;
  /** `{PascalCaseName}_{uuid}` */
  wire_id: string;
  name: string;
  /** Everybody is a computed member. */
  is_public: Generated<boolean>;
  is_built_in: Generated<boolean>;
  types: JsonWithDefault<string[]>;
  supports_analysis: Generated<boolean>;
  /** The limit on the cost of its assistants' answers; null: none. */
  limit_period: Nullable<string>;
  limit_rate: ColumnType<string | null, string | number | null | undefined, string | number | null>;
  /** The highest limit that its API key may have, which a site administrator has set; null: none. */
  key_limit_period: Nullable<string>;
  key_limit_rate: Nullable<string>;
  created_by: Nullable<string>;
  created_at: Timestamp;
  deleted_at: NullableTimestamp;
}

/** A stored member, or an invitation by email, which becomes a member at the person's next verified sign-in. */
export interface GroupMembersTable {
  group_id: string;
  principal_id: Nullable<string>;
  /** As `foldEmail` returns it. */
  email: Nullable<string>;
  level: GroupLevel;
  /** Null: the server itself. */
  added_by: Nullable<string>;
  created_at: Timestamp;
  /** Only for invitations. */
  expires_at: NullableTimestamp;
}

/** The members of the directory group are computed members of the group, with the level `read`. */
export interface GroupDirectoryGroupsTable {
  group_id: string;
  directory_group_id: string;
  added_by: Nullable<string>;
}

/** A right that an object's owner has given to a principal or, until the next verified sign-in, to an email address. */
export interface GrantsTable {
  object_type: string;
  object_id: string;
  principal_id: Nullable<string>;
  /** As `foldEmail` returns it. */
  email: Nullable<string>;
  role: "use" | "read" | "write";
  granted_by: string;
  created_at: Timestamp;
  /** Only for email addresses. */
  expires_at: NullableTimestamp;
}

export interface AssistantsTable {
  /** `astp/{uuid}`, or `astgp/{uuid}` if a group is the owner. */
  id: string;
  owner_id: string;
  /** The name in the newest version. */
  name: string;
  /** The number of the newest version. */
  version: number;
  /** Always true if a person is the owner. */
  is_published: boolean;
  /** True for the assistants of the server itself. */
  is_system: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The row of a deleted assistant stays, so that its id is never used again. It has no versions. */
  deleted_at: NullableTimestamp;
}

export interface AssistantVersionsTable {
  assistant_id: string;
  version: number;
  /** `ast/{uuid}`, or `astg/{uuid}` if a group is the owner. */
  id: string;
  content: Json<AssistantContent>;
  /** The content without its long parts. The database computes it. */
  summary: ColumnType<object, never, never>;
  /** The principal; null for the server itself. */
  saved_by: Nullable<string>;
  saved_at: Timestamp;
}

export interface DisclosureAcceptancesTable {
  principal_id: string;
  version: string;
  accepted_at: Timestamp;
}

/** A version of the data disclosure agreement. Earlier ones stay, because people have accepted them. */
export interface DisclosureDocumentsTable {
  version: string;
  /** The name under which it is downloaded, with the time of the upload. */
  file_name: string;
  blob_key: string;
  bytes: number;
  /** Its text as headings and paragraphs. */
  html: string;
  uploaded_by: string;
  uploaded_at: Timestamp;
}

/** Who changed what. Append-only. Contains ids and settings, never content. */
export interface AuditTable {
  id: Generated<number>;
  at: ColumnType<Date, Date | string | undefined, never>;
  /** The principal; null for the server itself. */
  actor_id: string | null;
  credential_id: string | null;
  verb: string;
  object_type: string;
  object_ids: JsonWithDefault<string[]>;
  before: ColumnType<unknown, string | null | undefined, never>;
  after: ColumnType<unknown, string | null | undefined, never>;
  request_id: string | null;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, hex. */
  id: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** Sealed JSON of the identity provider's tokens. */
  provider_tokens: string | null;
  /**
   * When the provider's tokens must be refreshed; null: there is no refresh token, so the session does not depend on
   * the provider.
   */
  provider_expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

/** Records of the embedded identity provider. */
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

/** Sealed secrets that the server has generated or received. */
export interface SecretsTable {
  name: string;
  sealed: string;
  created_at: Timestamp;
}

/** One row per configuration type of the admin console. */
export interface SettingsTable {
  name: string;
  /** Null if the section has tables of its own. */
  value: Json<object> | null;
  updated_at: Timestamp;
  /** How often it was saved. */
  revision: Generated<number>;
  /** Null if nobody in the product has saved it. */
  updated_by: string | null;
}

export interface StoredModelEndpoint {
  wire: ModelWire;
  url: string;
  /** `env:NAME` for a key from the environment, `secret:NAME` for a row of `secrets`, null if no key is needed. */
  keyRef: string | null;
  apiVersion?: string;
  /** Azure's deployment, if its name is not `upstream_id`. */
  deployment?: string;
  region?: string;
  /** True for an address that an administrator has added to the model. */
  isAdded?: boolean;
}

export interface ModelsTable {
  id: string;
  /** The model's name on its server. */
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
  /** Null, here and in `usage`: the input price applies. */
  cache_write_token_cost: Decimal | null;
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
  /**
   * `environment`: discovered at a start; `admin`: added or changed by an administrator, never overwritten by a start;
   * `guide`: the built-in guide.
   */
  origin: "environment" | "admin" | "guide";
  /** The columns that an administrator has set, which a start does not overwrite. */
  admin_fields: JsonWithDefault<string[]>;
  created_at: Timestamp;
}

/** Keyed by owner and id, so that one person's id never refers to another person's row. */
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
  account_id: Nullable<string>;
  is_pinned: Generated<boolean>;
  is_archived: Generated<boolean>;
  head_id: string | null;
  /** Fields of a conversation on the wire that have no column. */
  extra: Json<Record<string, unknown>>;
  /** The highest numbers of deleted versions of artifacts, by artifact. */
  artifact_numbers: JsonWithDefault<Record<string, number>>;
  /** Upper bound of the messages' size: a replaced message counts twice until the conversation is measured again. */
  bytes: Generated<number>;
  revision: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface MessagesTable {
  owner_id: string;
  conversation_id: string;
  id: string;
  parent_id: string | null;
  /** Number of the message in order of arrival within the conversation. */
  seq: Generated<number>;
  role: string;
  content: string;
  label: string | null;
  type: string | null;
  data: Json<Record<string, unknown>>;
  topic_data: Json<Record<string, unknown>> | null;
  created_at: Timestamp;
  /** The conversation's revision when this message was last written. */
  revision: number;
}

/** What people think of the answers of their cloud conversations. Deleted with the answer. */
export interface AnswerFeedbackTable {
  owner_id: string;
  conversation_id: string;
  message_id: string;
  rating: "up" | "down";
  reason: string | null;
  updated_at: Timestamp;
}

/** The artifacts of cloud conversations. Deleted with the conversation. */
export interface ArtifactVersionsTable {
  owner_id: string;
  conversation_id: string;
  artifact_id: string;
  version: number;
  /** The message that made it; null: all branches have it. */
  message_id: string | null;
  name: string;
  description: string;
  type: string;
  tags: Json<string[]>;
  /** A day, such as `Nov 29, 2026`. */
  created_on: string;
  /** The email address of who has shared it. */
  shared_by: string | null;
  contents: string;
}

/** Artifacts that people save, and copies that they share. */
export interface SavedArtifactsTable {
  id: string;
  owner_id: string;
  /** `{user}/{YYYYMMDD}/{name}:v{n}` */
  key: string;
  /** False for a copy that was made to be shared: it is not in its owner's list. */
  is_listed: boolean;
  artifact_id: string;
  version: number;
  name: string;
  description: string;
  type: string;
  tags: Json<string[]>;
  created_on: string;
  shared_by: string | null;
  contents: string;
  saved_at: Timestamp;
}

/** Files that the code of answers has made. */
export interface GeneratedFilesTable {
  id: string;
  owner_id: string;
  /** The `codeInterpreterAssistantId` of the conversation. */
  assistant_id: string;
  thread_id: string | null;
  /** The cloud conversation with the answer that names the file; null: there is none yet. */
  conversation_id: Nullable<string>;
  name: string;
  /** The media type that its sender has named. */
  type: string;
  size: number;
  blob_key: string;
  created_at: Timestamp;
  uploaded_at: NullableTimestamp;
  /** Nobody can read it since then, and its bytes are removed. */
  deleted_at: NullableTimestamp;
  /** True if it was deleted because its last conversation was. It comes back with the conversation. */
  deleted_with_conversation: Generated<boolean>;
}

/** Functions in Python that people have saved. */
export interface PythonFunctionsTable {
  owner_id: string;
  name: string;
  code: string;
  updated_at: Timestamp;
}

/** Snapshots that people have shared. */
export interface SharesTable {
  id: string;
  owner_id: string;
  note: string;
  counts: Json<{ conversations: number; prompts: number; folders: number }>;
  /** The names of the first items in `content`. */
  item_names: Generated<string[]>;
  /** JSON text of an export file. */
  content: string;
  /** The ids that the prompts have in `content`. */
  prompt_ids: Generated<string[]>;
  /** The files of the owner that recipients get copies of. A data source in `content` has the index of its file. */
  file_ids: Generated<string[]>;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The name of the conversation that everybody who knows the id can open; null: the snapshot has recipients. */
  link_title: string | null;
}

/** What a recipient has done with a snapshot. Deleted with the snapshot. */
export interface ShareReceiptsTable {
  share_id: string;
  principal_id: string;
  opened_at: NullableTimestamp;
  imported_at: NullableTimestamp;
  removed_at: NullableTimestamp;
}

/** Figures about a conversation of one person with one assistant of a group. */
export interface AnalysisRecordsTable {
  id: string;
  group_id: string;
  assistant_id: string;
  /** The name when it last answered, for the time after the assistant. */
  assistant_name: string;
  /** The same for all records of one person in one group; see `pseudonyms.ts`. */
  pseudonym: ColumnType<number, string, string>;
  /** Keyed hash of the person and the conversation's id. */
  conversation_hash: string;
  /** With `conversation_id`, null if the conversation is not stored on the server. */
  person_id: Nullable<string>;
  conversation_id: Nullable<string>;
  /** The type of the group that the person has chosen. */
  employee_type: Nullable<string>;
  entry_point: string;
  number_prompts: Generated<number>;
  model_used: string;
  started_at: Timestamp;
  /**
   * When the person's previous conversation with the assistant started, and that with any assistant of the group. A
   * record without one in a range of time counts a person, so that people are counted without comparing all records.
   */
  previous_at: NullableTimestamp;
  previous_in_group_at: NullableTimestamp;
  /** The end of the last answer. */
  updated_at: Timestamp;
  user_rating: Nullable<number>;
  /** Becomes null with `person_id`, as does the id of the answer. */
  user_feedback: Nullable<string>;
  rated_message_id: Nullable<string>;
  system_rating: Nullable<number>;
  category: Nullable<string>;
  /**
   * True if the person has ever asked or rated while the server hid people: the editors never learn who it is and what
   * they wrote. Null, which earlier versions store, counts as the present setting.
   */
  is_hidden: Nullable<boolean>;
}

/** The questions of a record, so that none is counted twice. */
export interface AnalysisPromptsTable {
  record_id: string;
  /** Keyed hash of the question's id. */
  prompt_hash: string;
}

/** The answers of a record that are messages of a cloud conversation. Deleted with the message. */
export interface AnalysisAnswersTable {
  owner_id: string;
  conversation_id: string;
  message_id: string;
  record_id: string;
}

/** Who has read the content of a conversation as an editor of the group. */
export interface AnalysisOpeningsTable {
  record_id: string;
  opened_by: string;
  opened_at: Timestamp;
}

/** The ids of prompts that a person has received in snapshots, whether imported or not. */
export interface ReceivedPromptsTable {
  owner_id: string;
  prompt_id: string;
}

/** Workspaces that people saved in an earlier product. */
export interface LegacyWorkspacesTable {
  /** As `foldEmail` returns it. */
  email: string;
  key: string;
  note: string;
  shared_at: Timestamp;
  /** The fields that are only shown. */
  details: Json<Omit<LegacyWorkspace, "key" | "note" | "sharedAt">>;
  /** JSON text of an export file. */
  content: string;
}

/** Runs that wait for a person's approval of a tool. */
export interface WaitingRunsTable {
  owner_id: string;
  request_id: string;
  conversation_id: string;
  message_id: string;
  /** JSON text of a `WaitingRun`. */
  content: string;
  created_at: Timestamp;
}

export interface FoldersTable {
  owner_id: string;
  id: string;
  name: string;
  type: string;
  date: string | null;
  pinned: boolean;
  /**
   * Revision of the person's prompts at the last change, as in `LibrariesTable`. 0 if an earlier version wrote the row.
   */
  revision: Generated<number>;
  /** The row of a deleted folder remains, so that other devices learn of the deletion. */
  is_deleted: Generated<boolean>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PromptsTable {
  owner_id: string;
  id: string;
  /** Null: deleted; the row remains so that other devices learn of the deletion. */
  item: ColumnType<PromptTemplate | null, string | null, string | null>;
  /** Size of the item's JSON text. */
  bytes: Generated<number>;
  /** Revision of the person's prompts at the last change, as in `LibrariesTable`. */
  revision: number;
  updated_at: Timestamp;
}

/** One row per person who has prompts or folders. */
export interface LibrariesTable {
  owner_id: string;
  /** The highest revision of the person's prompts and folders; each change increments it. */
  last_revision: number;
}

export interface UserSettingsTable {
  user_id: string;
  settings: Json<object>;
  updated_at: Timestamp;
}

/** One row per model call, opened before the call and settled after it. Costs are in US dollars. */
/** The accounts on a person's list, besides the general one while its row is missing. */
export interface AccountsTable {
  owner_id: string;
  /** The COA string. */
  id: string;
  name: string;
  period: string;
  /** US dollars. */
  rate: Decimal;
  is_default: boolean;
  position: number;
}

/** An API key. Its secret is stored as a keyed hash, by which it is found, and sealed, so that it can be shown again. */
export interface ApiKeysTable {
  id: string;
  /** Who created it, or the group whose key it is. Their list has the account that pays. */
  owner_id: string;
  kind: "personal" | "delegate" | "system";
  /** For whom it acts; null until the person to whom it was delegated has signed in with `delegate_email`. */
  principal_id: Nullable<string>;
  /** As `foldEmail` returns it. */
  delegate_email: Nullable<string>;
  group_id: Nullable<string>;
  account_id: string;
  name: string;
  description: string;
  key_hash: string;
  sealed_key: string;
  scopes: Json<KeyScope[]>;
  limit_period: string;
  /** US dollars. */
  limit_rate: Decimal;
  /** The last day (UTC) on which it is valid. */
  expires_on: Nullable<string>;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
  deactivated_at: NullableTimestamp;
  reason: Nullable<"deactivated" | "leaked" | "replaced">;
}

export interface UsageTable {
  id: string;
  /** The principal. */
  user_id: string;
  /** The request's id. A key's requests have the key's id before it, because ids are unique per credential only. */
  request_id: string;
  conversation_id: string | null;
  model_id: string;
  purpose: string;
  opened_at: Timestamp;
  settled_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  outcome: string | null;
  /** True if the model's server reported no token counts, so Lectern's estimate is used. */
  is_estimate: boolean;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  cache_write_tokens: Generated<number>;
  input_token_cost: Decimal | null;
  output_token_cost: Decimal | null;
  cached_token_cost: Decimal | null;
  cache_write_token_cost: Decimal | null;
  /** In an open row, the cost recorded so far. */
  cost: Decimal;
  /** The process that makes the call; null in rows of an earlier version. */
  process_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** In an open row, a keyed hash of the conversation's id, even if the id itself is not stored. */
  conversation_hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** In an open row, the maximum cost of the call, if limits are set. */
  reserved_cost: ColumnType<string, string | number | undefined, string | number>;
  /** What authenticated the caller; null in rows of an earlier version. */
  credential_id: Nullable<string>;
  /** Who pays; null in rows of an earlier version. */
  account_id: Nullable<string>;
  /** On whose list the account was; null in rows of an earlier version. */
  account_owner_id: Nullable<string>;
  group_id: Nullable<string>;
  /** The version of the assistant. */
  assistant_id: Nullable<string>;
}

/** What calls are counted by in reports. An empty text: none, or not known. */
export interface UsageSeriesTable {
  id: Generated<number>;
  user_id: string;
  model_id: string;
  account_id: string;
  group_id: string;
  /** As in the rows: a version, or the assistant of a draft. */
  assistant_id: string;
  /** The API key; empty for a session. */
  key_id: string;
}

/** The usage of a series on a day in UTC, computed from the rows. */
export interface UsageDaysTable {
  series_id: number;
  /** `yyyy-mm-dd` */
  day: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost: Decimal;
}

/** The usage of all series of a day that have the same value of a dimension. */
export interface UsageTotalsTable {
  /** `all`, with an empty value, or a column of the series. */
  dimension: "all" | Exclude<keyof UsageSeriesTable, "id">;
  /** `yyyy-mm-dd` */
  day: string;
  value: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost: Decimal;
}

/** The days that `usage_days` and `usage_totals` cover. A stale one has changed since. */
export interface UsageRolledDaysTable {
  /** `yyyy-mm-dd` */
  day: string;
  is_stale: boolean;
}

/** `none`: there is no embeddings model. `terminated`: an administrator stopped the embedding. */
export type EmbeddingState = "none" | "queued" | "embedding" | "ready" | "failed" | "terminated";

/**
 * The content extracted from the bytes of one or more files. It is extracted once, however many files have the same
 * bytes.
 */
export interface DocumentsTable {
  /** SHA-256 of kind and bytes, hex. */
  id: string;
  kind: FileKind;
  /** Size of the original file. */
  size: number;
  state: Exclude<FileState, "uploading">;
  /** Progress of the extraction, 0 to 100. */
  progress: Generated<number>;
  /** Reason of the failure, shown to people. */
  reason: string | null;
  can_retry: Generated<boolean>;
  /** Number of extractions started since the last one that finished, including the one in progress. */
  attempts: Generated<number>;
  /** The process that extracts the document. */
  process_id: string | null;
  /**
   * True if no file uses the document any more and its blobs are being removed. A new file with the same bytes waits
   * for the removal.
   */
  is_released: Generated<boolean>;
  /** Blobs of the extracted content and of the image as it is sent to models. */
  content_key: string | null;
  preview_key: string | null;
  total_items: number | null;
  total_tokens: number | null;
  image_tokens: Json<Record<string, number>> | null;
  width: number | null;
  height: number | null;
  /** Detected language (ISO 639-1). */
  language: string | null;
  location_properties: JsonWithDefault<string[]>;
  props: JsonWithDefault<Record<string, unknown>>;
  /** Version of the extractor. */
  extractor: Generated<number>;
  /** What the extraction left out or guessed. */
  notes: JsonWithDefault<ExtractionNote[]>;
  /** Keys of contents that newer ones have replaced, oldest first. Old citations of assistants refer to them. */
  replaced_content: JsonWithDefault<string[]>;
  /** When an answer last used it, to the hour; null if none has since it is recorded. */
  used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** Number of chunks; set after all of them have been written. */
  chunk_count: Generated<number>;
  /** Text search configurations of the chunks, possibly including `bigrams`. */
  chunk_languages: JsonWithDefault<string[]>;
  embedding_state: Generated<EmbeddingState>;
  embedding_model: string | null;
  embedding_process_id: string | null;
  embedding_since: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: Timestamp;
  state_changed_at: Timestamp;
}

/** A person's file. Its state is that of its document. A file without a document has not been uploaded completely. */
export interface FilesTable {
  /** The file's key on the wire. */
  id: string;
  owner_id: string;
  group_id: string | null;
  name: string;
  /** Media type. */
  type: string;
  tags: JsonWithDefault<string[]>;
  data: JsonWithDefault<Record<string, unknown>>;
  knowledge_base: Generated<string>;
  /** Blob of the original. */
  blob_key: string;
  declared_size: number | null;
  size: number | null;
  /** Hex. */
  sha256: string | null;
  /** The encoding of its text that a person has chosen; null: the reader finds it. */
  encoding: Generated<string | null>;
  document_id: string | null;
  /** Reason why the file gets no document, shown to people. */
  failure: string | null;
  created_at: Timestamp;
  uploaded_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** Since when no stored version of an assistant has named this file of a group. */
  unused_since: NullableTimestamp;
  /** When the server began to delete the file, because it was unused for too long. */
  reaped_at: NullableTimestamp;
}

/** A file that a stored version of an assistant names, whether or not the file exists. A trigger writes the rows. */
export interface AssistantFilesTable {
  assistant_id: string;
  version: number;
  file_id: string;
}

/** A chunk of a document, as it is indexed. */
export interface ChunksTable {
  id: Generated<number>;
  document_id: string;
  /** Index of the chunk in reading order, from 0. */
  position: number;
  content: string;
  /** The line of headings with which `content` begins; null for chunks of earlier versions. */
  headings: string | null;
  tokens: number;
  /** Offset in the document's whole text, in UTF-16 code units. */
  char_index: number;
  locations: Json<Location[]>;
  /** Indexes of the content items that the chunk covers. */
  original_indexes: Json<number[]>;
  /** Text search configuration of the chunk, or `bigrams`. */
  language: string;
  /** Search index of the chunk, computed by `to_tsvector`. */
  search: ColumnType<string, RawBuilder<string>, RawBuilder<string>>;
}

/** A chunk that a newer one has replaced, to which old citations of assistants refer. It is not searched. */
export type ReplacedChunksTable = Omit<ChunksTable, "id" | "tokens" | "char_index" | "language" | "search"> & {
  id: number;
};

/** One row per chunk and model. A start creates the table if the database has pgvector. */
export interface ChunkVectorsTable {
  chunk_id: number;
  document_id: string;
  /** The model's id in the catalogue. */
  model: string;
  embedding: ColumnType<string, RawBuilder<string>, RawBuilder<string>>;
}

/** A requested Word or PowerPoint document. The row is deleted after a day. */
export interface ConversionsTable {
  id: string;
  owner_id: string;
  format: "docx" | "pptx";
  /** Name of the template; null: the built-in one. */
  template: string | null;
  /** The name under which the browser saves the document. */
  file_name: string;
  state: "queued" | "converting" | "ready" | "failed";
  /** Reason of the failure, shown to people. */
  reason: string | null;
  /** Blob of the request; removed when the conversion has succeeded or failed. */
  input_key: string | null;
  output_key: string | null;
  /** Number of attempts started. The process of every attempt but the last has died. */
  attempts: Generated<number>;
  process_id: string | null;
  created_at: Timestamp;
  state_changed_at: Timestamp;
}

/** A file that a site administrator has uploaded for everybody. Its blob has its id. */
export interface SiteFilesTable {
  id: string;
  /** What the file is for, such as `pptxTemplate`. */
  purpose: string;
  name: string;
  /** Null until the upload is complete. */
  bytes: Nullable<number>;
  uploaded_by: string;
  created_at: Timestamp;
}

/** A PowerPoint template. Its name is unique, without regard to case. */
export interface PptxTemplatesTable {
  file_id: string;
  name: string;
  /** Everybody can choose it, and not only the members of its directory groups. */
  is_available: boolean;
}

export interface PptxTemplateDirectoryGroupsTable {
  file_id: string;
  directory_group_id: string;
}

/** An operation that site administrators have registered for assistants. */
export interface OperationsTable {
  /** The name of its function. */
  id: string;
  url: string;
  method: RequestType;
  description: string;
  params: Json<OperationParam[]>;
  tags: Json<string[]>;
  /** What happens before a call, and if it fails. */
  data: Json<RegisteredOperation["data"]>;
  auth_type: OperationAuth["type"];
  /** Whose account of the person who asks is used; null: none. */
  integration: IntegrationId | null;
  auth_username: string;
  /** The token or the password, sealed with the id and the origin of the URL; null: none. */
  sealed_secret: string | null;
  registered_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An account at another provider that a person has connected. */
export interface IntegrationConnectionsTable {
  owner_id: string;
  integration_id: string;
  /** The registration of this server for which the tokens were issued. */
  client_id: string;
  /** The id of the account at the provider. */
  subject: string;
  /** The address of the account, if the provider has told it. */
  account: string | null;
  scopes: Json<string[]>;
  sealed_tokens: string;
  /** When the access token expires. */
  expires_at: Timestamp;
  /** True if the provider no longer accepts the tokens. */
  needs_reconnect: ColumnType<boolean, boolean | undefined, boolean>;
  /** Until then, a process may be refreshing the tokens. */
  refresh_locked_until: NullableTimestamp;
  connected_at: Timestamp;
}

/** A person is at the provider to allow a connection. A later attempt replaces the earlier one. */
export interface IntegrationAttemptsTable {
  owner_id: string;
  integration_id: string;
  /** The session that started it and must complete it. */
  session_id: string;
  state_hash: string;
  sealed_attempt: string;
  expires_at: Timestamp;
}

/** A fact that a person has saved. A project's end with it. */
export interface MemoriesTable {
  owner_id: string;
  id: string;
  type: "user" | "project" | "assistant";
  /** Only of the type `project`. */
  project_id: string | null;
  /** Only of the type `assistant`. */
  assistant_id: string | null;
  content: string;
  /** The same for texts that differ only in case, spaces and punctuation. */
  text_key: string;
  /** The detected text search configuration, or `bigrams`; `simple` if unknown. */
  language: string;
  search: ColumnType<string, RawBuilder<string>, RawBuilder<string>>;
  created_at: Timestamp;
}

export interface MemoryProjectsTable {
  owner_id: string;
  id: string;
  name: string;
  created_at: Timestamp;
}

/** When people have last deleted all of their memories. */
export interface MemoryClearingsTable {
  owner_id: string;
  cleared_at: Timestamp;
}

/** A fact that a model has found in a message of a cloud conversation. Deleted with the message. */
export interface PendingFactsTable {
  owner_id: string;
  id: string;
  conversation_id: string;
  message_id: string;
  content: string;
  text_key: string;
  /** The memory that it contradicts, which may be gone. */
  replaces_id: string | null;
  project_id: string | null;
  assistant_id: string | null;
  created_at: Timestamp;
}

export interface QualitySubmissionsTable {
  id: string;
  /** Null: anonymous. */
  owner_id: string | null;
  type: string;
  summary: string;
  purpose: string;
  comments: string;
  data_source_count: number;
  /** JSON text of the conversation and its data sources. */
  content: string;
  message_count: number;
  /** Only the day if the submission is anonymous. */
  submitted_at: Timestamp;
}
