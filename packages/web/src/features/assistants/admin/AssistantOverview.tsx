import type { AssistantSummary, Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { GroupAssistant } from "../../../entities/assistants/assistantQueries.ts";
import { editAssistant } from "../../../entities/assistants/editAssistant.ts";
import { canShareWithGroup } from "../../../entities/groups/useGroups.ts";
import { newAssistant, openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { getLinkHint } from "../copyAssistantLink.ts";
import { ConfirmDeletion } from "../deletion/ConfirmDeletion.tsx";
import { usePublish } from "../editor/usePublish.ts";
import classes from "./Admin.module.css";
import { findAssistants } from "./findAssistants.ts";
import { OverviewRow } from "./OverviewRow.tsx";
import { ShareExisting } from "./ShareExisting.tsx";
import { useGroupSharing } from "./useGroupSharing.ts";

interface AssistantOverviewProps {
  group: Group;
  assistants: readonly GroupAssistant[];
  search: string;
  /** Called when the button that was pressed is gone with its assistant. */
  onRemoved: () => void;
}

/**
 * All assistants that the members of a group can use from it: its own, to be opened or deleted, and those that people
 * have shared with it. The button that shares one stays where it is in the tree when the first one appears, with the focus.
 */
export function AssistantOverview({ group, assistants, search, onRemoved }: AssistantOverviewProps) {
  const [deleted, setDeleted] = useState<readonly AssistantSummary[] | null>(null);
  const sharing = useGroupSharing(group);
  const { publish, unpublish } = usePublish();
  const { id: groupId, name } = group;
  const isEmpty = assistants.length === 0;
  const sharedIds = assistants.flatMap(({ assistantId, sharedRole }) => (sharedRole ? [assistantId] : []));
  return (
    <div className={isEmpty ? classes.empty : classes.scroll}>
      {isEmpty && <EmptyText name={name} />}
      <div className={isEmpty ? classes.steps : classes.above}>
        {isEmpty ? (
          <Button onClick={() => openAssistantAdmin({ groupId, assistantId: newAssistant })}>
            {t`Create the first assistant`}
          </Button>
        ) : (
          <p className={classes.linkHint}>{assistants.some(({ isPublished }) => isPublished) && getLinkHint()}</p>
        )}
        {canShareWithGroup(group) && (
          <ShareExisting sharedIds={sharedIds} onShare={(assistant) => void sharing.share(assistant)} />
        )}
        {isEmpty && group.level === "admin" && group.numOfMembers === 1 && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => openAssistantAdmin({ groupId, tab: "group" })}
          >
            {t`Add members`}
          </Button>
        )}
      </div>
      {!isEmpty && (
        <ul className={classes.list} aria-label={t`Assistants of ${name}`}>
          {findAssistants(assistants, search).map((assistant) => (
            <OverviewRow
              key={assistant.assistantId}
              assistant={assistant}
              groupName={name}
              onOpen={() => {
                if (assistant.sharedRole) editAssistant(assistant);
                else openAssistantAdmin({ groupId, assistantId: assistant.assistantId });
              }}
              onPublish={() => publish(assistant)}
              onUnpublish={() => unpublish(assistant)}
              onDelete={() => setDeleted([assistant])}
              onStopSharing={() => void sharing.stop(assistant).then((isStopped) => isStopped && onRemoved())}
            />
          ))}
        </ul>
      )}
      <ConfirmDeletion place="overview" assistants={deleted} onClose={() => setDeleted(null)} onDeleted={onRemoved} />
    </div>
  );
}

const EmptyText = ({ name }: { name: string }) => (
  <>
    <h2 className={classes.emptyTitle}>{t`“${name}” has no assistants yet`}</h2>
    <p
      className={classes.note}
    >{t`Create an assistant for the group, or share one of your own. Members find it in their list of assistants.`}</p>
  </>
);
