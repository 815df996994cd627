import type { QueryExecutorProvider } from "kysely";
import type { Migration } from "kysely/migration";
import * as initial from "./0001_initial.ts";
import * as runClaims from "./0002_run_claims.ts";
import * as usageLimits from "./0003_usage_limits.ts";
import * as files from "./0004_files.ts";
import * as library from "./0005_library.ts";
import * as conversions from "./0006_conversions.ts";
import * as messageWordsCost from "./0007_message_words_cost.ts";
import * as access from "./0008_access.ts";
import * as objectGrants from "./0009_object_grants.ts";
import * as waitingRuns from "./0010_waiting_runs.ts";
import * as cachePrices from "./0011_cache_prices.ts";
import * as foldedEmails from "./0012_folded_emails.ts";
import * as erasureLocks from "./0013_erasure_locks.ts";
import * as conversationMarks from "./0014_conversation_marks.ts";
import * as answerFeedback from "./0015_answer_feedback.ts";
import * as emailDirectory from "./0016_email_directory.ts";
import * as assistants from "./0017_assistants.ts";
import * as assistantUsage from "./0018_assistant_usage.ts";
import * as sharedErasureLocks from "./0019_shared_erasure_locks.ts";
import * as addedBy from "./0020_added_by.ts";
import * as assistantFiles from "./0021_assistant_files.ts";
import * as chunkHeadings from "./0022_chunk_headings.ts";
import * as shares from "./0023_shares.ts";
import * as shareLinks from "./0024_share_links.ts";
import * as imports from "./0025_imports.ts";
import * as analytics from "./0026_analytics.ts";
import * as configRevisions from "./0027_config_revisions.ts";
import * as disclosureDocuments from "./0028_disclosure_documents.ts";
import * as modelChanges from "./0029_model_changes.ts";
import * as failedEmbeddings from "./0030_failed_embeddings.ts";
import * as siteFiles from "./0031_site_files.ts";
import * as analysisStatistics from "./0032_analysis_statistics.ts";
import * as shareItemNames from "./0033_share_item_names.ts";
import * as analysisPromises from "./0034_analysis_promises.ts";
import * as extractionNotes from "./0036_extraction_notes.ts";
import * as artifactVersions from "./0037_artifact_versions.ts";
import * as savedArtifacts from "./0038_saved_artifacts.ts";
import * as accounts from "./0039_accounts.ts";
import * as artifactNumbers from "./0040_artifact_numbers.ts";
import * as sharedArtifacts from "./0041_shared_artifacts.ts";
import * as usageDays from "./0042_usage_days.ts";
import * as peopleAndAudit from "./0043_people_and_audit.ts";
import * as apiKeys from "./0044_api_keys.ts";
import * as memories from "./0045_memories.ts";
import * as qualitySubmissions from "./0046_quality_submissions.ts";
import * as memoryClearings from "./0047_memory_clearings.ts";
import * as groupKeyLimits from "./0048_group_key_limits.ts";
import * as operations from "./0049_operations.ts";
import * as generatedFiles from "./0051_generated_files.ts";

interface OwnMigration extends Migration {
  /**
   * Runs slow steps on a database in use, outside any transaction and before the migrations' transaction, where they
   * would block other processes. It may run again after an interruption. It does not run on a new database, so `up`
   * must also do whatever is missing.
   */
  prepare?(db: QueryExecutorProvider): Promise<void>;
}

/** Every migration, by the name recorded in the database. Append new ones; never change a released one. */
export const migrations: Record<string, OwnMigration> = {
  "0001_initial": initial,
  "0002_run_claims": runClaims,
  "0003_usage_limits": usageLimits,
  "0004_files": files,
  "0005_library": library,
  "0006_conversions": conversions,
  "0007_message_words_cost": messageWordsCost,
  "0008_access": access,
  "0009_object_grants": objectGrants,
  "0010_waiting_runs": waitingRuns,
  "0011_cache_prices": cachePrices,
  "0012_folded_emails": foldedEmails,
  "0013_erasure_locks": erasureLocks,
  "0014_conversation_marks": conversationMarks,
  "0015_answer_feedback": answerFeedback,
  "0016_email_directory": emailDirectory,
  "0017_assistants": assistants,
  "0018_assistant_usage": assistantUsage,
  "0019_shared_erasure_locks": sharedErasureLocks,
  "0020_added_by": addedBy,
  "0021_assistant_files": assistantFiles,
  "0022_chunk_headings": chunkHeadings,
  "0023_shares": shares,
  "0024_share_links": shareLinks,
  "0025_imports": imports,
  "0026_analytics": analytics,
  "0027_config_revisions": configRevisions,
  "0028_disclosure_documents": disclosureDocuments,
  "0029_model_changes": modelChanges,
  "0030_failed_embeddings": failedEmbeddings,
  "0031_site_files": siteFiles,
  "0032_analysis_statistics": analysisStatistics,
  "0033_share_item_names": shareItemNames,
  "0034_analysis_promises": analysisPromises,
  "0036_extraction_notes": extractionNotes,
  "0037_artifact_versions": artifactVersions,
  "0038_saved_artifacts": savedArtifacts,
  "0039_accounts": accounts,
  "0040_artifact_numbers": artifactNumbers,
  "0041_shared_artifacts": sharedArtifacts,
  "0042_usage_days": usageDays,
  "0043_people_and_audit": peopleAndAudit,
  "0044_api_keys": apiKeys,
  "0045_memories": memories,
  "0046_quality_submissions": qualitySubmissions,
  "0047_memory_clearings": memoryClearings,
  "0048_group_key_limits": groupKeyLimits,
  "0049_operations": operations,
  "0051_generated_files": generatedFiles,
};
