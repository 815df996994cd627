import { type AssistantSummary, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconEye, IconEyeOff, IconPlus } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { listAssistantGroups } from "../../../entities/assistants/listAssistantGroups.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { useGroupEvents } from "../../../entities/groups/useGroups.ts";
import { useHiddenGroupFolders } from "../../../entities/settings/hiddenGroupFolders.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { Tree, type TreeHandle } from "../../../ui/tree/Tree.tsx";
import panelClasses from "../../../ui/tree/TreePanel.module.css";
import type { RowMenuProps } from "../../../ui/tree/TreeRowView.tsx";
import type { FocusableRow } from "../../../ui/tree/treeRows.ts";
import { useAssistantStart } from "../chat/useAssistantStart.ts";
import { LostDrafts } from "../lost/LostDrafts.tsx";
import { AssistantItem } from "./AssistantItem.tsx";
import { AssistantItemMenu } from "./AssistantItemMenu.tsx";
import classes from "./AssistantPanel.module.css";
import { buildAssistantRows } from "./buildAssistantRows.ts";
import { GroupFolderMenu } from "./GroupFolderMenu.tsx";
import { useFolderChoices } from "./useFolderChoices.ts";

const noAssistants: readonly AssistantSummary[] = [];

/** The panel of the assistants that a person may use, with those of each group in a folder. */
export function AssistantPanel() {
  const { user, blockedReason } = useWorkspace();
  const { data: assistants = noAssistants, status, refetch } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const start = useAssistantStart();
  const { folderChoices, setOpen } = useFolderChoices(user.id);
  useGroupEvents();
  const hiddenGroupIds = useHiddenGroupFolders(user.id);
  const [search, setSearch] = useState("");
  const [showsHidden, setShowsHidden] = useState(false);
  const deferredSearch = useDeferredValue(search);
  const treeRef = useRef<TreeHandle>(null);
  const rows = useMemo(
    () => buildAssistantRows({ assistants, marks, folderChoices, hiddenGroupIds, showsHidden, search: deferredSearch }),
    [assistants, marks, folderChoices, hiddenGroupIds, showsHidden, deferredSearch],
  );
  const hasHidden = assistants.some((assistant) =>
    listAssistantGroups(assistant).some(({ id }) => hiddenGroupIds.has(id)),
  );
  const renderMenu = useCallback(
    (row: FocusableRow<AssistantSummary>, menu: RowMenuProps) =>
      row.kind === "item" ? (
        <AssistantItemMenu
          assistant={row.value}
          isPinned={marks.pinnedIds.includes(row.value.assistantId)}
          blockedReason={blockedReason}
          onStart={() => void start(row.value.assistantId)}
          {...menu}
        />
      ) : (
        <GroupFolderMenu userId={user.id} groupId={row.id} isHidden={hiddenGroupIds.has(row.id)} {...menu} />
      ),
    [marks, hiddenGroupIds, blockedReason, start, user.id],
  );
  return (
    <div className={panelClasses.root}>
      <div className={panelClasses.top}>
        <Button
          variant="default"
          className={panelClasses.new}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => openDialog("assistantEditor", { assistantId: null })}
        >
          {t`New assistant`}
        </Button>
        <SearchField
          label={t`Search assistants`}
          value={search}
          onChange={setSearch}
          onArrowDown={() => treeRef.current?.focus()}
        />
      </div>
      <LostDrafts />
      <div className={panelClasses.list}>
        {status === "pending" ? (
          <ListSkeleton label={t`Loading assistants…`} />
        ) : status === "error" && assistants.length === 0 ? (
          <LoadFailed onRetry={() => void refetch()} />
        ) : rows.length === 0 ? (
          <NoAssistants search={deferredSearch} />
        ) : (
          <Tree
            ref={treeRef}
            label={t`Assistants`}
            rows={rows}
            selectedId={null}
            blockedReason={blockedReason}
            renderItem={renderItem}
            renderFolderMark={renderFolderMark}
            renderMenu={renderMenu}
            getNameLabel={getNameLabel}
            maxNameLength={limits.assistantNameLength}
            onOpen={({ value }) => void start(value.assistantId)}
            onToggle={setOpen}
            onRename={() => {}}
          />
        )}
      </div>
      {hasHidden && (
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          className={classes.hidden}
          leftSection={showsHidden ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          aria-pressed={showsHidden}
          onClick={() => setShowsHidden(!showsHidden)}
        >
          {t`Show hidden folders`}
        </Button>
      )}
    </div>
  );
}

const renderItem = ({ value, folderId }: { value: AssistantSummary; folderId: string | null }) => (
  <AssistantItem assistant={value} isInFolder={folderId !== null} />
);
const getNameLabel = () => t`Name`;
const renderFolderMark = () => (
  <>
    <IconEyeOff size={13} stroke={1.6} className={panelClasses.mark} aria-hidden />
    <span className={panelClasses.unseen}>{t`(hidden)`}</span>
  </>
);

function NoAssistants({ search }: { search: string }) {
  const trimmedSearch = search.trim();
  return (
    <div className={panelClasses.empty} role="status">
      <p>{trimmedSearch === "" ? t`No assistants yet` : t`No matches`}</p>
      <p className={panelClasses.hint}>
        {trimmedSearch === ""
          ? t`Assistants answer with their own instructions and documents. Select “New assistant” to create one.`
          : t`No assistant has “${trimmedSearch}” in its name or description.`}
      </p>
    </div>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={panelClasses.empty} role="alert">
      <p>{t`Couldn’t load the assistants.`}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}
