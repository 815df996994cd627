import type { Schema } from "../../platform/db/schema.ts";

/**
 * What an erasure does to the rows of a table that belong to the person. `delete`: they are deleted. `handOver`: a
 * successor gets them; without one they stay, and nobody can use them. `keep`: they stay, with the person's id at most.
 * `none`: no row belongs to a person.
 */
export type TableErasure = "delete" | "handOver" | "keep" | "none";

/** A new table does not compile without a decision. */
export const tableErasure = {
  principals: "keep",
  // The row is emptied.
  users: "keep",
  services: "handOver",
  directory_groups: "keep",
  // Site administrators keep these lists of addresses, also of people without an account.
  directory_group_members: "keep",
  directory_group_includes: "none",
  groups: "keep",
  group_members: "delete",
  group_directory_groups: "none",
  // Those to copies of artifacts stay.
  grants: "delete",
  disclosure_acceptances: "delete",
  // Who uploaded the agreement stays, as in the audit log.
  disclosure_documents: "keep",
  audit: "keep",
  sessions: "delete",
  oidc_records: "delete",
  secrets: "none",
  // Who saved a section stays, as in the audit log.
  settings: "keep",
  models: "none",
  conversations: "delete",
  messages: "delete",
  answer_feedback: "delete",
  waiting_runs: "delete",
  folders: "delete",
  prompts: "delete",
  libraries: "delete",
  user_settings: "delete",
  accounts: "delete",
  // Those of services are handed over with them. Keys of groups do not belong to a person.
  api_keys: "delete",
  usage: "keep",
  usage_series: "keep",
  usage_days: "none",
  usage_totals: "keep",
  usage_rolled_days: "none",
  // Documents, chunks and vectors stay if somebody else has a file with the same bytes.
  documents: "delete",
  files: "delete",
  chunks: "delete",
  replaced_chunks: "delete",
  chunk_vectors: "delete",
  conversions: "delete",
  // The versions that a person has saved of the assistants of others stay.
  assistants: "delete",
  assistant_versions: "delete",
  assistant_files: "delete",
  artifact_versions: "delete",
  // Copies that the person has shared stay while a recipient has them.
  saved_artifacts: "delete",
  generated_files: "delete",
  memories: "delete",
  memory_projects: "delete",
  pending_facts: "delete",
  // Anonymous ones belong to nobody.
  quality_submissions: "delete",
  memory_clearings: "delete",
  shares: "delete",
  share_receipts: "delete",
  // Figures stay, and nothing in them leads to the person.
  analysis_records: "delete",
  analysis_prompts: "none",
  analysis_answers: "delete",
  // Who has opened other people's conversations stays, as in the audit log.
  analysis_openings: "keep",
  received_prompts: "delete",
  legacy_workspaces: "delete",
  // What administrators have uploaded for everybody stays.
  site_files: "keep",
  pptx_templates: "none",
  pptx_template_directory_groups: "none",
  // Who registered an operation stays, as in the audit log.
  operations: "keep",
} as const satisfies { readonly [Table in keyof Schema]: TableErasure };
