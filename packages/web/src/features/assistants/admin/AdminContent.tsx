import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, use, useState } from "react";
import { flagsQuery, useFlag } from "../../../entities/flags/useFlag.ts";
import { GroupSlotsContext } from "../../../entities/groups/groupSlots.ts";
import { type AssistantAdminRoute, openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { LostDrafts } from "../lost/LostDrafts.tsx";
import classes from "./Admin.module.css";
import { AdminGroup } from "./AdminGroup.tsx";
import { useAdminGroups } from "./useAdminGroups.ts";

/** The content of the Assistant Admin Interface in every state. */
export function AdminContent({ route }: { route: AssistantAdminRoute }) {
  const { data: flags } = useQuery(flagsQuery);
  const canCreate = useFlag("createAstAdminGroups");
  const { CreateGroup } = use(GroupSlotsContext);
  const [endedId, setEndedId] = useState<string | null>(null);
  const { groups, group, isLost, canOnlyChat, error, retry } = useAdminGroups(route.groupId, endedId);
  const [isCreating, setIsCreating] = useState(false);
  if (flags && !flags.assistantAdminInterface) return <Denied />;
  const createGroup = () => setIsCreating(true);
  return (
    <>
      {error ? (
        <ErrorView
          title={t`Couldn’t load your groups`}
          lines={[
            t`Something went wrong, please close and reopen the admin interface before trying again.`,
            error.message,
          ]}
          actions={<Button onClick={retry}>{t`Try again`}</Button>}
        />
      ) : group ? (
        <AdminGroup
          groups={groups ?? [group]}
          group={group}
          route={route}
          isLost={isLost}
          onCreateGroup={canCreate ? createGroup : null}
          onEnded={() => {
            setEndedId(group.id);
            openAssistantAdmin();
          }}
        />
      ) : groups === undefined ? (
        <LoadingOverlay message={t`Loading Assistant Admin Interface...`} />
      ) : (
        <NoGroup
          isNamed={route.groupId !== null}
          canOnlyChat={canOnlyChat}
          hasGroups={groups.length > 0}
          onCreateGroup={canCreate ? createGroup : null}
        />
      )}
      {/* While its code loads, the dialog around it stays, and keeps the focus. */}
      <Suspense fallback={null}>
        <CreateGroup
          isOpen={isCreating}
          onClose={() => setIsCreating(false)}
          onCreated={(groupId) => {
            setIsCreating(false);
            openAssistantAdmin({ groupId });
          }}
        />
      </Suspense>
    </>
  );
}

const Denied = () => (
  <ErrorView
    title={t`You don’t have access to the Assistant Admin Interface`}
    lines={[t`Ask an administrator of this site if you need it.`]}
  />
);

interface NoGroupProps {
  /** True if the URL names a group. */
  isNamed: boolean;
  /** True if the person is a member of the named group who cannot write in it. */
  canOnlyChat: boolean;
  /** True if the person can write in other groups. */
  hasGroups: boolean;
  onCreateGroup: (() => void) | null;
}

/** Shown if the person can write in no group, or not in the one that the URL names. */
function NoGroup({ isNamed, canOnlyChat, hasGroups, onCreateGroup }: NoGroupProps) {
  return (
    <div className={classes.empty}>
      <h2 className={classes.emptyTitle}>
        {isNamed ? t`You can’t edit assistants in this group` : t`You can’t edit assistants in any group yet`}
      </h2>
      <p className={classes.note}>
        {canOnlyChat
          ? t`You can chat with its published assistants. Ask an administrator of the group if you want to edit them.`
          : isNamed
            ? t`It may have been deleted, or your access has changed.`
            : onCreateGroup
              ? t`Create a group, add people to it, and publish assistants for them.`
              : t`Ask an administrator of a group to let you edit its assistants.`}
      </p>
      <LostDrafts />
      {hasGroups && <Button onClick={() => openAssistantAdmin()}>{t`Show your groups`}</Button>}
      {!hasGroups && !isNamed && onCreateGroup && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreateGroup}>{t`Create a group`}</Button>
      )}
    </div>
  );
}
