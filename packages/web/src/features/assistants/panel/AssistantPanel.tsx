import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { listAssistantGroups } from "../../../entities/assistants/listAssistantGroups.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { useGroupEvents } from "../../../entities/groups/useGroups.ts";
import { useHiddenGroupFolders } from "../../../entities/settings/hiddenGroupFolders.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { Tree, type TreeHandle } from "../../../ui/tree/Tree.tsx";
import { TreeMark } from "../../../ui/tree/TreeMark.tsx";
import { TreePanel, type TreePanelState } from "../../../ui/tree/TreePanel.tsx";
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
  const trimmedSearch = deferredSearch.trim();
  let state: TreePanelState = { kind: "ready" };
  if (status === "pending") state = { kind: "loading", label: t`Loading assistants…` };
  else if (status === "error" && assistants.length === 0) {
    state = { kind: "failed", text: t`Couldn’t load the assistants.`, onRetry: () => void refetch() };
  } else if (rows.length === 0 && trimmedSearch === "") {
    const hint = t`Assistants answer with their own instructions and documents. Select “New assistant” to create one.`;
    state = { kind: "empty", title: t`No assistants yet`, hints: [hint] };
  } else if (rows.length === 0) {
    const hint = t`No assistant has “${trimmedSearch}” in its name or description.`;
    state = { kind: "empty", title: t`No matches`, hints: [hint] };
  }
  return (
    <TreePanel
      newLabel={t`New assistant`}
      onNew={() => openDialog("assistantEditor", { assistantId: null })}
      search={{ label: t`Search assistants`, value: search, onChange: setSearch }}
      aboveList={<LostDrafts />}
      state={state}
      treeRef={treeRef}
      belowList={
        hasHidden && (
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
        )
      }
    >
      <Tree
        ref={treeRef}
        label={t`Assistants`}
        rows={rows}
        selectedId={null}
        blockedReason={blockedReason}
        renderItem={renderItem}
        renderFolderMark={renderFolderMark}
        renderMenu={renderMenu}
        onOpen={({ value }) => void start(value.assistantId)}
        onToggle={setOpen}
      />
    </TreePanel>
  );
}

const renderItem = ({ value, folderId }: { value: AssistantSummary; folderId: string | null }) => (
  <AssistantItem assistant={value} isInFolder={folderId !== null} />
);
const renderFolderMark = () => <TreeMark Icon={IconEyeOff} size={13} text={t`(hidden)`} />;
