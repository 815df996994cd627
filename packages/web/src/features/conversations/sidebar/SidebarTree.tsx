import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconEyeOff, IconPinFilled, IconUsers } from "@tabler/icons-react";
import { memo, type Ref, Suspense, useCallback } from "react";
import { openFoundMessage } from "../../../entities/chat/foundWords.ts";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { Tree, type TreeHandle } from "../../../ui/tree/Tree.tsx";
import { TreeMark } from "../../../ui/tree/TreeMark.tsx";
import type { RowMenuProps } from "../../../ui/tree/TreeRowView.tsx";
import type { TreeChecking } from "../../../ui/tree/treeChecking.ts";
import type { FocusableRow, TreeItem, TreeRow } from "../../../ui/tree/treeRows.ts";
import type { SidebarValue } from "./buildSidebarRows.ts";
import { ConversationItem } from "./ConversationItem.tsx";
import classes from "./SidebarTree.module.css";
import type { SidebarActions } from "./sidebarActions.ts";

const MessageHitItem = lazy(() =>
  import("../search/MessageHitItem.tsx").then(({ MessageHitItem }) => ({ default: MessageHitItem })),
);
const SidebarRowMenu = createLazyComponent(() =>
  import("./SidebarRowMenu.tsx").then(({ SidebarRowMenu }) => SidebarRowMenu),
);
const preloadRowMenuProps = getPreloadProps(SidebarRowMenu.load);

interface SidebarTreeProps {
  rows: readonly TreeRow<SidebarValue>[];
  selectedId: string | null;
  blockedReason: string | null;
  checking: TreeChecking | null;
  actions: SidebarActions;
  onOpen: (id: string) => void;
  onToggle: (folderId: string, isOpen: boolean) => void;
  onRename: (row: FocusableRow<SidebarValue>, name: string) => void;
  onDrop: (ids: readonly string[], folderId: string | null) => void;
  /** Where most conversations are stored. Only the others have a mark. */
  usualPlace: StoragePlace;
  /** True: the tree contains only archived conversations. */
  isArchive: boolean;
  dragLabel: (ids: readonly string[]) => string;
  ref: Ref<TreeHandle>;
}

/** The tree of the person's folders and conversations. */
export const SidebarTree = memo(function SidebarTree({
  actions,
  usualPlace,
  isArchive,
  onOpen,
  ...props
}: SidebarTreeProps) {
  usePreloadWhenIdle(SidebarRowMenu.load);
  const renderMenu = useCallback(
    (row: FocusableRow<SidebarValue>, menu: RowMenuProps) => <SidebarRowMenu row={row} menu={menu} actions={actions} />,
    [actions],
  );
  const renderItem = useCallback(
    (item: TreeItem<SidebarValue>) => <SidebarItem item={item} usualPlace={usualPlace} isArchive={isArchive} />,
    [usualPlace, isArchive],
  );
  const openItem = ({ value }: TreeItem<SidebarValue>) => {
    if (value.kind === "conversation") onOpen(value.conversation.id);
    else openFoundMessage(value.hit);
  };
  return (
    <nav className={classes.nav} aria-label={t`Chats`} {...preloadRowMenuProps}>
      <Tree
        label={t`Chats and folders`}
        renderItem={renderItem}
        renderFolderMark={renderFolderMark}
        renderMenu={renderMenu}
        getNameLabel={getNameLabel}
        maxNameLength={limits.conversationNameLength}
        onOpen={openItem}
        onDelete={actions.remove}
        {...props}
      />
    </nav>
  );
});

interface SidebarItemProps extends Pick<SidebarTreeProps, "usualPlace" | "isArchive"> {
  item: TreeItem<SidebarValue>;
}

function SidebarItem({ item: { value }, usualPlace, isArchive }: SidebarItemProps) {
  return value.kind === "hit" ? (
    <Suspense fallback={getConversationName(value.conversation)}>
      <MessageHitItem conversation={value.conversation} hit={value.hit} />
    </Suspense>
  ) : (
    <ConversationItem conversation={value.conversation} usualPlace={usualPlace} isArchive={isArchive} />
  );
}

function renderFolderMark(mark: string) {
  const { Icon, text } = getFolderMark(mark);
  return <TreeMark Icon={Icon} size={12} stroke={1.8} text={` ${text}`} />;
}

function getFolderMark(mark: string) {
  if (mark === "hidden") return { Icon: IconEyeOff, text: t`(hidden)` };
  return mark === "group" ? { Icon: IconUsers, text: t`(group folder)` } : { Icon: IconPinFilled, text: t`(pinned)` };
}

const getNameLabel = ({ kind }: FocusableRow<SidebarValue>) => (kind === "folder" ? t`Folder name` : t`Chat name`);
