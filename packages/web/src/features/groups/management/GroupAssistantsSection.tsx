import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { describeSharing } from "../../../entities/assistants/assistantOwner.ts";
import { type GroupAssistant, groupAssistantsQuery } from "../../../entities/assistants/assistantQueries.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { formatAssistantLink } from "../../../entities/shell/assistantRoute.ts";
import { closeDialog } from "../../../entities/shell/dialogs.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./GroupAssistantsSection.module.css";
import managementClasses from "./GroupManagement.module.css";

/** The assistants that members of a group can chat with, each a link to a chat. Leads writers to where they are made. */
export function GroupAssistantsSection({ group: { id: groupId, level } }: { group: Group }) {
  const canEdit = useFlag("assistantAdminInterface") && level !== "read";
  const { data: assistants, error, refetch } = useQuery({ ...groupAssistantsQuery(groupId), staleTime: 0 });
  const published = assistants?.filter(({ isPublished }) => isPublished);
  return (
    <section className={managementClasses.section} aria-labelledby="group-assistants">
      <div className={classes.top}>
        <h3 id="group-assistants" className={managementClasses.heading}>
          {t`Assistants`}
        </h3>
        {canEdit && (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              closeDialog();
              openAssistantAdmin({ groupId, tab: "edit_assistant" });
            }}
          >
            {t`Manage assistants`}
          </Button>
        )}
      </div>
      {!assistants && error && (
        <LoadFailedBanner text={t`Couldn’t load the assistants.`} error={error} onRetry={() => void refetch()} />
      )}
      {!assistants && !error && <ListSkeleton rows={2} label={t`Loading assistants`} />}
      {published?.length === 0 && (
        <p className={managementClasses.note}>{t`There are no assistants in this group yet.`}</p>
      )}
      {published && published.length > 0 && (
        <ul className={classes.list}>
          {published.map((assistant) => (
            <li key={assistant.assistantId}>
              <AssistantLink assistant={assistant} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AssistantLink({ assistant }: { assistant: GroupAssistant }) {
  const { assistantId, icon, name, description, sharedRole } = assistant;
  return (
    <a className={classes.link} href={formatAssistantLink(assistantId)} onClick={closeDialog}>
      <AssistantIcon icon={icon} size={20} />
      <span className={classes.texts}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {description.trim() !== "" && (
          <span className={classes.note} dir="auto">
            {description}
          </span>
        )}
      </span>
      {sharedRole && <span className={classes.note}>{describeSharing(assistant)}</span>}
    </a>
  );
}
