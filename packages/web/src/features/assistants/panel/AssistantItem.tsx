import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { formatAssistantOwner } from "../../../entities/assistants/assistantOwner.ts";
import panelClasses from "../../../ui/tree/TreePanel.module.css";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./AssistantPanel.module.css";

/** An assistant in the list: its icon and its name, who shares it, and whether its group has published it. */
export function AssistantItem({ assistant }: { assistant: AssistantSummary }) {
  const { icon, name, isPublished, owner } = assistant;
  const ownerText = formatAssistantOwner({ group: null, owner });
  return (
    <>
      <AssistantIcon icon={icon} size={18} />
      <span className={panelClasses.name}>{name.trim() || t`Untitled Assistant`}</span>{" "}
      {ownerText !== null && (
        <span className={classes.owner} title={owner?.email}>
          {ownerText}
        </span>
      )}
      <UnsavedBadge assistant={assistant} />
      {!isPublished && <span className={panelClasses.mark}>{t`Draft`}</span>}
    </>
  );
}
