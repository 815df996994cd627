import type { ConversationSummary } from "@lectern/contract";
import { Button, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { notifyFailure } from "../../ui/notify.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { ConversationList, type ConversationListHandle } from "./ConversationList.tsx";
import { ConversationSearch } from "./ConversationSearch.tsx";
import classes from "./ConversationSidebar.module.css";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { searchConversations } from "./searchConversations.ts";
import { useConversationList } from "./useConversationList.ts";

interface ConversationSidebarProps {
  selectedId: string | null;
  /** Why nothing else can be opened now; null: it can. */
  blockedReason: string | null;
  canUseCloud: boolean;
  onOpen: (id: string) => void;
  onNew: () => void;
}

/** One's conversations: a new one, the search, and the list. */
export function ConversationSidebar(props: ConversationSidebarProps) {
  const { selectedId, blockedReason, canUseCloud, onOpen, onNew } = props;
  const list = useConversationList();
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const [asked, setAsked] = useState<Asked | null>(null);
  const rows = useRef<ConversationListHandle>(null);
  const conversations = list.status === "ready" ? list.conversations : null;
  const found = useSameList(
    useMemo(() => conversations && searchConversations(conversations, wanted), [conversations, wanted]),
  );
  const isBlocked = blockedReason !== null;
  const close = () => setAsked(asked && { ...asked, isOpen: false });

  const afterRemoval = ({ id }: ConversationSummary) => {
    const latest = conversations?.find((other) => other.id !== id);
    if (id === selectedId && latest) onOpen(latest.id);
    else if (id === selectedId) onNew();
    else {
      // The focus was on what is gone.
      const index = found?.findIndex((other) => other.id === id) ?? 0;
      rows.current?.focus((found?.[index + 1] ?? found?.[index - 1])?.id);
    }
  };
  return (
    <div className={classes.root}>
      <div className={classes.top}>
        <Tooltip label={blockedReason} disabled={!isBlocked} multiline maw={240}>
          <Button
            variant="default"
            fullWidth
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            className={classes.new}
            aria-disabled={isBlocked || undefined}
            aria-description={blockedReason ?? undefined}
            onClick={() => !isBlocked && onNew()}
          >
            New chat
          </Button>
        </Tooltip>
        <ConversationSearch value={search} onChange={setSearch} onLeave={() => rows.current?.focus()} />
        <h2 className={classes.heading}>Conversations</h2>
      </div>
      {list.status === "pending" && <ListSkeleton label="Loading the conversations" />}
      {list.status === "error" && <ListFailed error={list.error} onRetry={list.retry} />}
      {found?.length === 0 && <NoData search={wanted} />}
      {found && found.length > 0 && (
        <ConversationList
          ref={rows}
          conversations={found}
          selectedId={selectedId}
          blockedReason={blockedReason}
          canUseCloud={canUseCloud}
          onOpen={onOpen}
          onRemove={(conversation) => setAsked({ kind: "remove", conversation, isOpen: true })}
          onMove={(conversation) => setAsked({ kind: "move", conversation, isOpen: true })}
        />
      )}
      {asked?.kind === "move" && <MoveDialog isOpen={asked.isOpen} conversation={asked.conversation} onClose={close} />}
      {asked?.kind === "remove" && (
        <RemoveDialog
          isOpen={asked.isOpen}
          conversation={asked.conversation}
          onClose={close}
          onRemoved={() => afterRemoval(asked.conversation)}
        />
      )}
    </div>
  );
}

/** The list of the last draw where this one has the same items: what is made of thousands of them is not made again. */
function useSameList<T>(list: T[] | null): T[] | null {
  const [kept, setKept] = useState(list);
  const isSame =
    list === kept || (list?.length === kept?.length && list?.every((item, index) => item === kept?.[index]));
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}

interface Asked {
  kind: "remove" | "move";
  conversation: ConversationSummary;
  isOpen: boolean;
}

interface RemoveDialogProps {
  isOpen: boolean;
  conversation: ConversationSummary;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ isOpen, conversation, onClose, onRemoved }: RemoveDialogProps) {
  const { store } = useConversationStore();
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = async () => {
    setIsRemoving(true);
    try {
      await store.remove(conversation.id);
      onRemoved();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsRemoving(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete conversation"
      message={`“${conversation.name}” will be deleted with all its messages. This cannot be undone.`}
      confirmLabel="Delete"
      isDestructive
      isBusy={isRemoving}
      onConfirm={() => void remove()}
      onCancel={() => !isRemoving && onClose()}
    />
  );
}

function NoData({ search }: { search: string }) {
  const wanted = search.trim();
  return (
    <div className={classes.empty} role="status">
      <p className={classes.noData}>No data.</p>
      <p className={classes.hint}>
        {wanted === "" ? "Your conversations will be listed here." : `No conversation has “${wanted}” in its name.`}
      </p>
    </div>
  );
}

function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={classes.empty} role="alert">
      <p className={classes.noData}>The list could not be read.</p>
      <p className={classes.hint}>{error.message}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
