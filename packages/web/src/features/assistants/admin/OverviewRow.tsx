import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconLink, IconRobot, IconTrash, IconUsers, IconX } from "@tabler/icons-react";
import { describeSharing } from "../../../entities/assistants/assistantOwner.ts";
import type { GroupAssistant } from "../../../entities/assistants/assistantQueries.ts";
import { isOwnAssistant } from "../../../entities/assistants/isOwnAssistant.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { copyAssistantLink } from "../copyAssistantLink.ts";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./Admin.module.css";

interface OverviewRowProps {
  assistant: GroupAssistant;
  groupName: string;
  onOpen: () => void;
  onDelete: () => void;
  onStopSharing: () => void;
}

/** An assistant that members of a group can use: the group's own with its state, or a shared one with who shares it. */
export function OverviewRow({ assistant, groupName, onOpen, onDelete, onStopSharing }: OverviewRowProps) {
  const { assistantId, icon, name, description, isPublished, updatedAt, noDelete, sharedRole } = assistant;
  const isShared = sharedRole !== undefined;
  const day = formatDate(new Date(updatedAt), { dateStyle: "medium" });
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.itemButton} onClick={onOpen}>
        <span className={classes.itemIcon} aria-hidden>
          {icon || <IconRobot size={20} stroke={1.5} />}
        </span>
        <span className={classes.itemText}>
          <span className={classes.itemName}>
            {name} <UnsavedBadge assistant={assistant} />
          </span>
          <span className={classes.itemNote}>{description}</span>
          {isShared && (
            <span className={`${classes.itemNote} ${classes.sharedBelow}`}>{describeSharing(assistant)}</span>
          )}
        </span>
        <span className={classes.itemState}>
          {isShared ? (
            <>
              <IconUsers size={14} stroke={1.8} className={classes.sharedIcon} aria-hidden />
              <span className={classes.stateName}>{describeSharing(assistant)}</span>
            </>
          ) : (
            <>
              <PublicationDot isPublished={isPublished} />
              <span className={classes.stateName} aria-hidden>
                {formatPublication(isPublished)}
              </span>
            </>
          )}
          <span className={classes.itemNote}>{t`Saved on ${day}`}</span>
        </span>
      </UnstyledButton>
      <span className={classes.itemLink}>
        {isPublished && (
          <IconButton name={t`Copy the link to ${name}`} onClick={() => void copyAssistantLink(assistantId)}>
            <IconLink size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
      </span>
      <span className={classes.itemLink}>
        {isShared && isOwnAssistant(assistant) && (
          <IconButton name={t`Stop sharing ${name} with ${groupName}`} onClick={onStopSharing}>
            <IconX size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
        {!isShared && !noDelete && (
          <IconButton name={t`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  );
}
