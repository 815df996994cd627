import type { ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconFolderPlus } from "@tabler/icons-react";
import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../../../entities/conversations/useConversationList.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { registerConversationListCommands } from "../../../entities/shell/conversationListCommands.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsTouchDevice } from "../../../lib/device.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { useMovedFocus } from "../../../ui/focus/useMovedFocus.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { isComposing } from "../../../ui/isComposing.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import type { TreeHandle } from "../../../ui/tree/Tree.tsx";
import { TreePanel, type TreePanelState } from "../../../ui/tree/TreePanel.tsx";
import { isCheckable, isFocusable } from "../../../ui/tree/treeRows.ts";
import type { SidebarQuestion } from "../dialogs/dialogs.ts";
import { getUsualPlace } from "../getUsualPlace.ts";
import { toggleTag } from "../search/parseSearch.ts";
import { ArchivedHeading } from "./ArchivedHeading.tsx";
import classes from "./ConversationSidebar.module.css";
import { PaletteHint } from "./PaletteHint.tsx";
import { SidebarHeading } from "./SidebarHeading.tsx";
import { SidebarTree } from "./SidebarTree.tsx";
import { registerSidebarActions } from "./sidebarActions.ts";
import { useFolderFocus } from "./useFolderFocus.ts";
import { useSidebarActions } from "./useSidebarActions.ts";
import { getMessageSearchNote, type SidebarView, useSidebarView } from "./useSidebarView.ts";

const SelectionBar = lazy(() => import("./SelectionBar.tsx").then(({ SelectionBar }) => ({ default: SelectionBar })));
const SearchTags = lazy(() => import("../search/SearchTags.tsx").then(({ SearchTags }) => ({ default: SearchTags })));
const SidebarDialogs = lazy(() =>
  import("../dialogs/SidebarDialogs.tsx").then(({ SidebarDialogs }) => ({ default: SidebarDialogs })),
);

const noConversations: readonly ConversationSummary[] = [];
const noRows: SidebarView["rows"] = [];

/** The list of the person's conversations, with folders, the search, and the button for a new chat. */
export function ConversationSidebar() {
  const { conversationId: selectedId, blockedReason, startConversation } = useWorkspace();
  const isTouchDevice = useIsTouchDevice();
  const canUseCloud = useFlag("storeCloudConversations");
  const { store } = useConversationStore();
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : noConversations;
  const view = useSidebarView(conversations, selectedId);
  const { rows, typedText, setTypedText, search, showsArchived, setShowsArchived } = view;
  const isSearch = search.text !== "" || search.tags.length > 0;
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string> | null>(null);
  const [dialog, setDialog] = useState<{ count: number; question: SidebarQuestion; isOpen: boolean } | null>(null);
  const treeRef = useRef<TreeHandle>(null);
  const searchFieldRef = useRef<HTMLInputElement>(null);
  const archivedBackRef = useRef<HTMLButtonElement>(null);
  const movedFocus = useMovedFocus();
  const ask = (question: SidebarQuestion) => {
    movedFocus.trackOpening();
    setDialog((before) => ({ count: (before?.count ?? 0) + 1, question, isOpen: true }));
  };
  const closeDialog = () => {
    movedFocus.trackClosing();
    setDialog((now) => now && { ...now, isOpen: false });
  };
  /** Moves the focus to the row next to these conversations, which have left the list. */
  function focusAfter(ids: readonly string[]) {
    const removedIds = new Set(ids);
    const index = rows.findIndex((row) => row.kind === "item" && removedIds.has(row.id));
    const next = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0)).reverse()].find(
      (row) => isCheckable(row) && !removedIds.has(row.id),
    );
    treeRef.current?.focus(next && isFocusable(next) ? next : undefined);
  }
  const handlers = useSidebarActions({
    selectedId,
    blockedReason,
    canUseCloud,
    store,
    conversations,
    view,
    ask,
    check: (id) => {
      setCheckedIds(new Set([id]));
      // The button of the menu, which has the focus, disappears.
      requestAnimationFrame(() => treeRef.current?.focus({ kind: "item", id }));
    },
    focusRow: (id) => treeRef.current?.focus({ kind: "item", id }),
    focusAfter,
  });
  const { actions, newFolder, toggle, cleanConversations, cleanFolders, rename, drop, dragLabel } = handlers;
  const { pinMany, archiveMany } = handlers;
  useEffect(() => registerSidebarActions(actions), [actions]);

  const checking = useMemo(() => checkedIds && { ids: checkedIds, onChange: setCheckedIds }, [checkedIds]);
  const { folderView } = view;
  const canCheck = conversations.length > 0;
  const usualPlace = useMemo(() => getUsualPlace(conversations), [conversations]);
  const hasTags = useMemo(() => conversations.some(({ tags }) => tags.length > 0), [conversations]);
  const menu = useMemo(
    () => ({
      view: folderView,
      hasTags,
      canCheck,
      onCheck: () => setCheckedIds(new Set()),
      onShowArchived: () => {
        setCheckedIds(null);
        setTypedText("");
        setShowsArchived(true);
        requestAnimationFrame(() => archivedBackRef.current?.focus());
      },
      onFilter: () => {
        setTypedText("#");
        requestAnimationFrame(() => searchFieldRef.current?.focus());
      },
      onCleanConversations: cleanConversations,
      onCleanFolders: cleanFolders,
    }),
    [folderView, hasTags, canCheck, setTypedText, setShowsArchived, cleanConversations, cleanFolders],
  );
  const { onShowArchived: showArchived } = menu;
  const focusFolder = useFolderFocus(isSearch ? noRows : rows, treeRef);
  const showFolder = useCallback(
    (folderId: string) => {
      setTypedText("");
      setShowsArchived(false);
      toggle(folderId, true);
      focusFolder(folderId);
    },
    [setTypedText, setShowsArchived, toggle, focusFolder],
  );
  useEffect(
    () => registerConversationListCommands({ search: setTypedText, showArchived, showFolder }),
    [setTypedText, showArchived, showFolder],
  );
  const checkableRows = checkedIds ? rows.filter(isCheckable) : [];
  const checkedConversations = checkedIds ? conversations.filter(({ id }) => checkedIds.has(id)) : noConversations;
  const revealChecked = () => {
    const [checkedId] = checkedIds ?? [];
    if (checkedId !== undefined) treeRef.current?.reveal({ kind: "item", id: checkedId });
  };
  const endSelection = () => {
    setCheckedIds(null);
    requestAnimationFrame(() => treeRef.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !checkedIds || event.defaultPrevented || isComposing(event)) return;
    // React also bubbles events from dialogs and menus, which are rendered elsewhere in the page.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.preventDefault();
    endSelection();
  };

  const afterChange = (ids: readonly string[], movesFocus = true) => {
    const [first] = ids;
    if (checkedIds) setCheckedIds(null);
    if (movesFocus && first !== undefined) treeRef.current?.focus({ kind: "item", id: first });
  };
  const afterArchiving = (ids: readonly string[]) => {
    setCheckedIds(null);
    focusAfter(ids);
  };
  const afterRemoval = (ids: readonly string[]) => {
    const removedIds = new Set(ids);
    if (checkedIds) setCheckedIds(null);
    if (selectedId !== null && removedIds.has(selectedId)) {
      const latestRemaining = conversations.find(({ id, isArchived }) => !removedIds.has(id) && !isArchived);
      if (latestRemaining) openConversation(latestRemaining.id);
      else startConversation();
      return;
    }
    focusAfter(ids);
  };

  return (
    <>
      <TreePanel
        newLabel={t`New chat`}
        onNew={startConversation}
        blockedReason={blockedReason}
        buttons={
          <IconButton
            name={t`New folder`}
            variant="default"
            size={36}
            className={classes.newFolder}
            onClick={newFolder}
          >
            <IconFolderPlus size={18} stroke={1.6} />
          </IconButton>
        }
        search={{
          ref: searchFieldRef,
          label: t`Search chats`,
          value: typedText,
          onChange: setTypedText,
          hint: isTouchDevice ? null : <PaletteHint />,
        }}
        belowSearch={
          <>
            {typedText.includes("#") && (
              <Suspense fallback={null}>
                <SearchTags
                  conversations={conversations}
                  searchedTags={search.tags}
                  onToggle={(tag) => setTypedText(toggleTag(typedText, tag))}
                />
              </Suspense>
            )}
            <SidebarHeading menu={menu} />
          </>
        }
        aboveList={
          showsArchived &&
          !isSearch && (
            <ArchivedHeading
              backRef={archivedBackRef}
              onBack={() => {
                setCheckedIds(null);
                setShowsArchived(false);
                requestAnimationFrame(() => treeRef.current?.focus());
              }}
            />
          )
        }
        state={getPanelState(list, view)}
        treeRef={treeRef}
        belowList={
          <>
            <VisuallyHidden role="status">{describeResults(view)}</VisuallyHidden>
            {checkedIds && (
              <Suspense fallback={null}>
                <SelectionBar
                  onShown={revealChecked}
                  conversations={checkedConversations}
                  isAll={checkableRows.length > 0 && checkableRows.every(({ id }) => checkedIds.has(id))}
                  onAll={() => setCheckedIds(new Set(checkableRows.map(({ id }) => id)))}
                  onNone={() => setCheckedIds(new Set())}
                  onMoveToFolder={() => ask({ kind: "moveToFolder", conversations: checkedConversations })}
                  onTag={() => ask({ kind: "tag", conversations: checkedConversations })}
                  onShare={() => openDialog("share", { conversationIds: checkedConversations.map(({ id }) => id) })}
                  onPin={(isPinned) => pinMany(checkedConversations, isPinned, afterChange)}
                  onArchive={(isArchived) => archiveMany(checkedConversations, isArchived, afterArchiving)}
                  onRemove={() => ask({ kind: "remove", conversations: checkedConversations })}
                  onCancel={endSelection}
                />
              </Suspense>
            )}
          </>
        }
        onKeyDown={onKeyDown}
      >
        <SidebarTree
          ref={treeRef}
          rows={rows}
          selectedId={selectedId}
          blockedReason={blockedReason}
          checking={checking}
          actions={actions}
          usualPlace={usualPlace}
          isArchive={showsArchived && !isSearch}
          onOpen={openConversation}
          onToggle={toggle}
          onRename={rename}
          onDrop={drop}
          dragLabel={dragLabel}
        />
      </TreePanel>
      {dialog && (
        <OverlaySuspense isOpen={dialog.isOpen} onClose={closeDialog}>
          <SidebarDialogs
            key={dialog.count}
            question={dialog.question}
            isOpen={dialog.isOpen}
            allConversations={conversations}
            onClose={closeDialog}
            onAsk={ask}
            onChanged={(ids) => afterChange(ids, !movedFocus.hasMoved())}
            onRemoved={afterRemoval}
          />
        </OverlaySuspense>
      )}
    </>
  );
}

function getPanelState(list: ReturnType<typeof useConversationList>, view: SidebarView): TreePanelState {
  if (list.status === "pending") return { kind: "loading", label: t`Loading chats` };
  if (list.status === "error") {
    return { kind: "failed", text: t`Couldn’t load your chats.`, reason: list.error.message, onRetry: list.retry };
  }
  if (view.rows.some(isFocusable)) return { kind: "ready" };
  const { text, tags } = view.search;
  if (text !== "" || tags.length > 0) return { kind: "empty", hints: getNoMatchLines(view) };
  const title = view.showsArchived ? t`Archived chats appear here.` : t`Your chats will appear here.`;
  return { kind: "empty", title, hints: [t`No data.`] };
}

function getNoMatchLines({ search, messageSearch }: SidebarView): string[] {
  const { text, tags } = search;
  if (tags.length === 0 && messageSearch.status === "done") return [t`No chat or message contains “${text}”.`];
  const note = getMessageSearchNote(messageSearch, text, 0);
  return [describeNoMatch(search), ...(note === null ? [] : [note])];
}

function describeNoMatch({ text, tags }: SidebarView["search"]): string {
  const tagNames = tags.map((tag) => `“${tag}”`).join(", ");
  if (tags.length === 0) return t`No chat has “${text}” in its name.`;
  return text === "" ? t`No chat is tagged ${tagNames}.` : t`No chat tagged ${tagNames} has “${text}” in its name.`;
}

/** Describes the number of search results, for screen readers. */
function describeResults({ search, foundConversations, messageSearch }: SidebarView): string {
  if (search.text === "" && search.tags.length === 0) return "";
  const matchText = plural(foundConversations.length, { one: "# chat found.", other: "# chats found." });
  if (messageSearch.status === "idle" || messageSearch.status === "searching") return matchText;
  const hitText = plural(messageSearch.hits.length, {
    one: "Matching messages in # chat.",
    other: "Matching messages in # chats.",
  });
  return `${matchText} ${hitText}`;
}
