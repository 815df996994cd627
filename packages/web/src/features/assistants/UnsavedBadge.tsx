import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useHasAssistantDraft } from "../../entities/assistants/assistantDrafts.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import classes from "./UnsavedBadge.module.css";

/** Says that this browser has changes of the assistant that were not saved. */
export function UnsavedBadge({ assistant: { assistantId, noEdit } }: { assistant: AssistantSummary }) {
  const { user } = useWorkspace();
  const hasDraft = useHasAssistantDraft(user.id, assistantId);
  return hasDraft && !noEdit ? <span className={classes.badge}>{t`Unsaved draft`}</span> : null;
}
