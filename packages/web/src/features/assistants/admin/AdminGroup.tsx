import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, use, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { groupAssistantsQuery } from "../../../entities/assistants/assistantQueries.ts";
import { GroupSlotsContext } from "../../../entities/groups/groupSlots.ts";
import {
  type AssistantAdminRoute,
  type AssistantAdminTab,
  newAssistant,
  openAssistantAdmin,
} from "../../../entities/shell/assistantAdminRoute.ts";
import { useHasWideBar, useIsNarrow } from "../../../lib/device.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./Admin.module.css";
import { AdminHead } from "./AdminHead.tsx";
import { AssistantOverview } from "./AssistantOverview.tsx";
import { AssistantSearch } from "./AssistantSearch.tsx";
import { AssistantTabs } from "./AssistantTabs.tsx";
import { AdminBarContext } from "./adminBar.ts";
import { EditorPanel } from "./EditorPanel.tsx";
import { EditorGuardContext } from "./editorGuard.ts";

interface AdminGroupProps {
  groups: readonly Group[];
  group: Group;
  route: AssistantAdminRoute;
  isLost: boolean;
  /** Null: the person may not create groups. */
  onCreateGroup: (() => void) | null;
  /** Called when the person has left or deleted the group. */
  onEnded: () => void;
}

const panelId = "assistant-admin-panel";

/** A group in the Assistant Admin Interface: its assistants, one of which is edited, or its management. */
export function AdminGroup({ groups, group, route, isLost, onCreateGroup, onEnded }: AdminGroupProps) {
  const { GroupManagement, GroupAnalytics } = use(GroupSlotsContext);
  const { data: assistants, error, refetch } = useQuery({ ...groupAssistantsQuery(group.id), enabled: !isLost });
  const ownAssistants = assistants?.filter(({ sharedRole }) => sharedRole === undefined) ?? [];
  // A search ends with its group.
  const [{ searchedId, search }, setSearch] = useState({ searchedId: group.id, search: "" });
  if (searchedId !== group.id) setSearch({ searchedId: group.id, search: "" });
  // The assistants that were new and have been saved in editors that stayed open.
  const [createdIds, setCreatedIds] = useState<readonly string[]>([]);
  const { name } = group;
  const { assistantId } = route;
  // The view does not change under the person's eyes when the analysis of the group is switched.
  const [first, setFirst] = useState({ groupId: group.id, isDashboard: group.supportConvAnalysis });
  if (first.groupId !== group.id) setFirst({ groupId: group.id, isDashboard: group.supportConvAnalysis });
  const tab = getShownTab(route, group, first.isDashboard);
  const panelRef = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const hasWideBar = useHasWideBar();
  const bar = use(AdminBarContext);
  // The list says the same as the tabs, which lead from one editor to the next.
  const isEditing = tab === "edit_assistant" && assistantId !== null;
  const isListing = tab === "edit_assistant" && assistantId === null;
  // While one is edited, its fields get the room of the choice of the group, which is a step back.
  const isEditingNarrow = isNarrow && isEditing;
  const isCreatingNarrow = isEditingNarrow && assistantId === newAssistant;
  const hasTabs = isEditing && !isCreatingNarrow && ownAssistants.length > 0;
  const guardRef = use(EditorGuardContext);
  const focusPanel = () => panelRef.current?.focus();
  const showList = () => {
    openAssistantAdmin({ groupId: group.id, tab: "edit_assistant" });
    // The editor, which had the focus, disappears.
    focusPanel();
  };
  const openCreated = (createdId: string, isOpen: boolean) => {
    // At once, because otherwise the key of the editor would change in between.
    flushSync(() => {
      if (isOpen) setCreatedIds([...createdIds, createdId]);
      openAssistantAdmin({ groupId: group.id, assistantId: createdId });
    });
  };
  const goBack = () => {
    if (guardRef.current) guardRef.current(showList);
    else showList();
  };
  const head = (
    <AdminHead
      groups={groups}
      group={group}
      tab={tab}
      panelId={panelId}
      isCreating={isEditing && assistantId === newAssistant}
      isCreateSecondary={isEditing || tab !== "edit_assistant" || assistants?.length === 0}
      onCreateGroup={onCreateGroup}
    />
  );
  return (
    <div className={classes.group} data-scrolls={(isNarrow && !isEditingNarrow) || undefined}>
      {!isEditingNarrow && (hasWideBar && bar ? createPortal(head, bar) : head)}
      {/* The editor says what becomes of what was written. */}
      {isLost && !isEditing && (
        <p className={classes.lost} role="alert">
          {t`You can no longer edit assistants in “${name}”.`}
        </p>
      )}
      <div className={classes.tabRow}>
        {isEditingNarrow && (
          <IconButton name={t`Show all assistants`} onClick={goBack}>
            <IconArrowLeft size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
        {isCreatingNarrow && (
          // Its form says in which group.
          <strong className={classes.place}>{t`New assistant`}</strong>
        )}
        {isListing && assistants && (
          <AssistantSearch
            assistants={assistants}
            search={search}
            onSearch={(next) => setSearch({ searchedId: group.id, search: next })}
          />
        )}
        {hasTabs && (
          <AssistantTabs
            assistants={ownAssistants}
            selectedId={assistantId}
            panelId={panelId}
            onSelect={(selectedId) => openAssistantAdmin({ groupId: group.id, assistantId: selectedId })}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name. */}
      <div
        ref={panelRef}
        id={panelId}
        className={classes.panel}
        role={hasTabs || !isEditingNarrow ? "tabpanel" : "region"}
        aria-label={name}
        tabIndex={-1}
      >
        {tab === "group" ? (
          <div className={classes.scroll}>
            {/* While its code loads, the dialog around it stays, and keeps the focus. */}
            <Suspense fallback={<ListSkeleton label={t`Loading the group`} />}>
              <GroupManagement key={group.id} groupId={group.id} onEnded={onEnded} />
            </Suspense>
          </div>
        ) : tab !== "edit_assistant" ? (
          <div className={classes.scroll}>
            <Suspense fallback={<ListSkeleton label={t`Loading figures`} />}>
              <GroupAnalytics key={group.id} group={group} view={tab} />
            </Suspense>
          </div>
        ) : assistantId !== null ? (
          <EditorPanel
            key={`${group.id} ${getEditorKey(assistantId, createdIds)}`}
            assistantId={assistantId === newAssistant ? null : assistantId}
            group={group}
            onCreated={openCreated}
            onClose={showList}
          />
        ) : assistants ? (
          <AssistantOverview group={group} assistants={assistants} search={search} onRemoved={focusPanel} />
        ) : error ? (
          <ErrorView
            title={t`Couldn’t load the assistants`}
            lines={[error.message]}
            actions={<Button onClick={() => void refetch()}>{t`Try again`}</Button>}
          />
        ) : (
          <ListSkeleton label={t`Loading assistants`} />
        )}
      </div>
    </div>
  );
}

/** People come for the figures of a group that has some, and otherwise for its assistants. */
function getShownTab(
  { tab, assistantId }: AssistantAdminRoute,
  { supportConvAnalysis }: Group,
  isDashboardFirst: boolean,
): AssistantAdminTab {
  if (tab === "conversations" && !supportConvAnalysis) return "dashboard";
  return tab ?? (isDashboardFirst && assistantId === null ? "dashboard" : "edit_assistant");
}

/** The same key for an assistant that is new and then saved, and another one for the next new assistant. */
function getEditorKey(assistantId: string, createdIds: readonly string[]): string {
  const index = assistantId === newAssistant ? createdIds.length : createdIds.indexOf(assistantId);
  return index === -1 ? assistantId : `${newAssistant} ${index}`;
}
