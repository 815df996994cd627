import type { AssistantSummary, Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, UnstyledButton } from "@mantine/core";
import { IconLink, IconRobot, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { newAssistant, openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { copyAssistantLink, getLinkHint } from "../copyAssistantLink.ts";
import { ConfirmDeletion } from "../deletion/ConfirmDeletion.tsx";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./Admin.module.css";
import { findAssistants } from "./findAssistants.ts";

interface AssistantOverviewProps {
  group: Group;
  assistants: readonly AssistantSummary[];
  search: string;
  onDeleted: () => void;
}

/** All assistants of a group, to be opened or deleted. */
export function AssistantOverview({ group, assistants, search, onDeleted }: AssistantOverviewProps) {
  const [deleted, setDeleted] = useState<readonly AssistantSummary[] | null>(null);
  const { name } = group;
  if (assistants.length === 0) {
    return (
      <div className={classes.empty}>
        <h2 className={classes.emptyTitle}>{t`“${name}” has no assistants of its own yet`}</h2>
        <p
          className={classes.note}
        >{t`Members can chat with an assistant as soon as you publish it. Assistants that were shared with the group are in their lists already.`}</p>
        <Button onClick={() => openAssistantAdmin({ groupId: group.id, assistantId: newAssistant })}>
          {t`Create the first assistant`}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.scroll}>
      {assistants.some(({ isPublished }) => isPublished) && <p className={classes.linkHint}>{getLinkHint()}</p>}
      <ul className={classes.list} aria-label={t`Assistants of ${name}`}>
        {findAssistants(assistants, search).map((assistant) => (
          <OverviewRow
            key={assistant.assistantId}
            assistant={assistant}
            onOpen={() => openAssistantAdmin({ groupId: group.id, assistantId: assistant.assistantId })}
            onDelete={() => setDeleted([assistant])}
          />
        ))}
      </ul>
      <ConfirmDeletion place="overview" assistants={deleted} onClose={() => setDeleted(null)} onDeleted={onDeleted} />
    </div>
  );
}

interface OverviewRowProps {
  assistant: AssistantSummary;
  onOpen: () => void;
  onDelete: () => void;
}

function OverviewRow({ assistant, onOpen, onDelete }: OverviewRowProps) {
  const { assistantId, icon, name, description, isPublished, updatedAt, noDelete } = assistant;
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
        </span>
        <span className={classes.itemState}>
          <PublicationDot isPublished={isPublished} />
          <span className={classes.stateName} aria-hidden>
            {formatPublication(isPublished)}
          </span>
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
      {!noDelete && (
        <IconButton name={t`Delete ${name}`} onClick={onDelete}>
          <IconTrash size={18} stroke={1.6} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
