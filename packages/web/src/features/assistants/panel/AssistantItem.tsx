import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { useHasAssistantDraft } from "../../../entities/assistants/assistantDrafts.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import panelClasses from "../../../ui/tree/TreePanel.module.css";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import badgeClasses from "../UnsavedBadge.module.css";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./AssistantPanel.module.css";

/**
 * An assistant in the list: its icon and its name, who shares it, whether it has unsaved changes, and whether its group
 * has published it. The name has at least half of the row.
 */
export function AssistantItem({ assistant }: { assistant: AssistantSummary }) {
  const { icon, name, isPublished, owner } = assistant;
  const { user } = useWorkspace();
  const hasDraft = useHasAssistantDraft(user.id, assistant.assistantId);
  const ownerName = owner?.name || owner?.email || "";
  return (
    <>
      <AssistantIcon icon={icon} size={18} />
      <span className={panelClasses.name}>{name.trim() || t`Untitled Assistant`}</span>{" "}
      {ownerName !== "" && (
        <span className={classes.owner} title={t`Shared by ${ownerName}`}>
          {ownerName}
        </span>
      )}{" "}
      <UnsavedBadge assistant={assistant} isIcon />{" "}
      {!isPublished && (
        // Beside the mark of unsaved changes there is only space for the dot.
        <span className={hasDraft ? undefined : badgeClasses.badge} title={formatPublication(false)}>
          {hasDraft ? (
            <PublicationDot isPublished={false} />
          ) : (
            t({ message: "Draft", comment: "An assistant that is not published" })
          )}
        </span>
      )}
    </>
  );
}
