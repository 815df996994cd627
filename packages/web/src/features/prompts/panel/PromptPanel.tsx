import { limits, type PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconFolderPlus, IconPin } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { isVisiblePrompt } from "../../../entities/prompts/findPrompts.ts";
import { getPromptRights } from "../../../entities/prompts/promptRights.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { useFolders } from "../../../entities/prompts/store/useFolders.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { Tree, type TreeHandle } from "../../../ui/tree/Tree.tsx";
import { TreeMark } from "../../../ui/tree/TreeMark.tsx";
import { TreePanel, type TreePanelState } from "../../../ui/tree/TreePanel.tsx";
import type { RowMenuProps } from "../../../ui/tree/TreeRowView.tsx";
import type { FocusableRow, TreeItem } from "../../../ui/tree/treeRows.ts";
import { usePromptStart } from "../start/usePromptStart.ts";
import { usePromptTypes } from "../usePromptTypes.ts";
import { buildPromptRows } from "./buildPromptRows.ts";
import { type PromptDialogRequest, PromptDialogs } from "./PromptDialogs.tsx";
import { PromptFolderMenu } from "./PromptFolderMenu.tsx";
import { PromptItem } from "./PromptItem.tsx";
import { PromptListMenu } from "./PromptListMenu.tsx";
import { PromptMenu } from "./PromptMenu.tsx";
import { useDialog } from "./useDialog.ts";
import { usePromptActions } from "./usePromptActions.ts";
import { usePromptView } from "./usePromptView.ts";

/** The panel of a person's prompt templates, in folders. */
export function PromptPanel() {
  const { user, blockedReason } = useWorkspace();
  const types = usePromptTypes();
  const start = usePromptStart();
  const seesAll = useFlag("overrideInvisiblePrompts");
  const { state } = usePromptStore();
  const { status, prompts } = useStore(state);
  const folders = useFolders("prompt");
  const view = usePromptView(user.id);
  const [search, setSearch] = useState("");
  const deferredSearch = useDeferredValue(search);
  const dialogs = useDialog<PromptDialogRequest>();
  const treeRef = useRef<TreeHandle>(null);
  const { promptActions, folderActions, create, rename, moveToFolder } = usePromptActions(start, dialogs.open);

  useEffect(preloadEditor, []);
  const { sort, openIds, showsHidden } = view;
  const rows = useMemo(
    () =>
      buildPromptRows({
        folders,
        prompts,
        visibility: { seesAll, showsHidden },
        sort,
        openIds,
        search: deferredSearch,
      }),
    [folders, prompts, seesAll, showsHidden, sort, openIds, deferredSearch],
  );
  const hasHidden = useMemo(
    () => prompts.some((prompt) => !isVisiblePrompt(prompt, { seesAll, showsHidden: false })),
    [prompts, seesAll],
  );

  const folderById = useMemo(() => new Map(folders.map((folder) => [folder.id, folder])), [folders]);
  const renderMenu = useCallback(
    (row: FocusableRow<PromptTemplate>, menu: RowMenuProps) => {
      const { labelledBy, onClose, onRename } = menu;
      if (row.kind === "item") {
        return (
          <PromptMenu
            prompt={row.value}
            actions={promptActions}
            blockedReason={blockedReason}
            labelledBy={labelledBy}
            onClose={onClose}
          />
        );
      }
      const folder = folderById.get(row.id);
      return (
        folder && (
          <PromptFolderMenu
            folder={folder}
            actions={folderActions}
            labelledBy={labelledBy}
            onRename={onRename}
            onClose={onClose}
          />
        )
      );
    },
    [promptActions, folderActions, folderById, blockedReason],
  );

  const trimmedSearch = deferredSearch.trim();
  let panelState: TreePanelState = { kind: "ready" };
  if (status === "loading") panelState = { kind: "loading", label: t`Loading prompts` };
  else if (rows.length === 0 && trimmedSearch === "") {
    const hint = t`Prompts are texts you reuse, with blanks to fill in. Select “New prompt” to create one.`;
    panelState = { kind: "empty", title: t`No prompts yet`, hints: [hint] };
  } else if (rows.length === 0) {
    const hint = t`No prompt has “${trimmedSearch}” in its name, description or content.`;
    panelState = { kind: "empty", title: t`No matches`, hints: [hint] };
  }
  return (
    <>
      <TreePanel
        newLabel={t`New prompt`}
        onNew={() => create(null)}
        buttons={
          <>
            <IconButton name={t`New folder`} onClick={() => dialogs.open({ kind: "newFolder" })}>
              <IconFolderPlus size={18} stroke={1.6} />
            </IconButton>
            <PromptListMenu view={view} hasHidden={hasHidden} />
          </>
        }
        search={{ label: t`Search prompts`, value: search, onChange: setSearch }}
        state={panelState}
        treeRef={treeRef}
      >
        <Tree
          ref={treeRef}
          label={t`Prompts`}
          rows={rows}
          selectedId={null}
          blockedReason={blockedReason}
          renderItem={renderItem}
          renderFolderMark={renderFolderMark}
          renderMenu={renderMenu}
          getNameLabel={getNameLabel}
          maxNameLength={limits.folderNameLength}
          onOpen={({ value }) => start(value)}
          onToggle={view.setOpen}
          onRename={(row, name) => rename(row.id, name)}
          onDelete={(row) => {
            const folder = folderById.get(row.id);
            if (row.kind === "item") getPromptRights(row.value).canDelete && promptActions.remove(row.value);
            else if (folder && row.canRename) folderActions.remove(folder);
          }}
          onDrop={(ids, folderId) => void moveToFolder(ids, folderId).catch(notifyFailure)}
          dragLabel={(ids) => prompts.find(({ id }) => id === ids[0])?.name ?? ""}
        />
      </TreePanel>
      <PromptDialogs
        state={dialogs.state}
        userId={user.id}
        types={types}
        onMove={moveToFolder}
        onClose={dialogs.close}
        onDeleted={() => treeRef.current?.focus()}
      />
    </>
  );
}

/** Preloads the editor, so that it also opens offline. If preloading fails, the editor is loaded when it is opened. */
function preloadEditor(): () => void {
  const timer = setTimeout(() => void import("../editor/PromptEditor.tsx").catch(() => {}), 1_000);
  return () => clearTimeout(timer);
}

const renderItem = ({ value }: TreeItem<PromptTemplate>) => <PromptItem prompt={value} />;
const getNameLabel = () => t`Folder name`;
const renderFolderMark = () => <TreeMark Icon={IconPin} size={13} text={t`(pinned)`} />;
