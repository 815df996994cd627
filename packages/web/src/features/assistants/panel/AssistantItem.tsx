import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { describeSharing } from "../../../entities/assistants/assistantOwner.ts";
import { isOwnAssistant } from "../../../entities/assistants/isOwnAssistant.ts";
import panelClasses from "../../../ui/tree/TreePanel.module.css";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./AssistantPanel.module.css";

interface AssistantItemProps {
  assistant: AssistantSummary;
  /** True in the folder of a group, where what the person has shared with the group is marked as well. */
  isInFolder: boolean;
}

/**
 * An assistant in the list: its icon and its name, who shares it, whether it has unsaved changes, and whether its group
 * has published it. The name has at least half of the row.
 */
export function AssistantItem({ assistant, isInFolder }: AssistantItemProps) {
  const { icon, name, isPublished, owner } = assistant;
  const ownerName = owner?.name || owner?.email || (isInFolder && isOwnAssistant(assistant) ? getYou() : "");
  return (
    <>
      <AssistantIcon icon={icon} size={18} />
      <span className={panelClasses.name}>{name.trim() || t`Untitled Assistant`}</span>{" "}
      {ownerName !== "" && (
        <span className={classes.owner} title={describeSharing(assistant)}>
          {ownerName}
        </span>
      )}{" "}
      <UnsavedBadge assistant={assistant} isIcon />{" "}
      {!isPublished && (
        <span className={classes.state} title={formatPublication(false)}>
          {/* The word would leave too little space for the name. */}
          <PublicationDot isPublished={false} />
        </span>
      )}
    </>
  );
}

const getYou = () => t({ message: "You", comment: "Who has shared an assistant with a group" });
