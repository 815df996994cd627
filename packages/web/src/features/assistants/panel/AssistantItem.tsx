import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import panelClasses from "../../../ui/tree/TreePanel.module.css";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./AssistantPanel.module.css";

/**
 * An assistant in the list: its icon and its name, who shares it, whether it has unsaved changes, and whether its group
 * has published it. The name has at least half of the row.
 */
export function AssistantItem({ assistant }: { assistant: AssistantSummary }) {
  const { icon, name, isPublished, owner } = assistant;
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
        <span title={formatPublication(false)}>
          <PublicationDot isPublished={false} />
        </span>
      )}
    </>
  );
}
