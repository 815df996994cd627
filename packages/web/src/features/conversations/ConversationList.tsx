import type { ConversationSummary } from "@lectern/contract";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { notifyFailure } from "../../ui/notify.tsx";
import classes from "./ConversationList.module.css";
import { ConversationRow, type RowActions } from "./ConversationRow.tsx";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { groupByDay } from "./groupByDay.ts";
import { useToday } from "./useToday.ts";

export interface ConversationListHandle {
  /** Moves the focus to the row of this conversation, or to the one that the arrow keys start from. */
  focus(id?: string): void;
}

interface ConversationListProps {
  /** The last changed first; at least one. */
  conversations: readonly ConversationSummary[];
  selectedId: string | null;
  blockedReason: string | null;
  canUseCloud: boolean;
  onOpen: (id: string) => void;
  /** Asks, then deletes. */
  onRemove: (conversation: ConversationSummary) => void;
  /** Asks, then moves to where it is not. */
  onMove: (conversation: ConversationSummary) => void;
  ref: Ref<ConversationListHandle>;
}

type Row = { kind: "day"; label: string } | { kind: "conversation"; conversation: ConversationSummary };

const rowHeightPx = { pointer: 36, touch: 44 };
const dayHeightPx = 32;
/** What is drawn before the window has been measured. */
const firstRect = { width: 280, height: 640 };

/** Conversations by day. Only the rows in view are in the page; one of them is reached by Tab, the others by the arrow keys. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, selectedId, blockedReason, canUseCloud, ref } = props;
  const { store } = useConversationStore();
  const [wantedId, setWantedId] = useState<string | null>(null);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const [rowHeight] = useState(() => (isTouched() ? rowHeightPx.touch : rowHeightPx.pointer));
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const today = useToday();
  const rows = useMemo(() => rowsOf(conversations, today), [conversations, today]);
  const indexById = useMemo(() => indexOf(rows), [rows]);
  const stopIndex = indexById.get(wantedId ?? "") ?? indexById.get(selectedId ?? "") ?? 1;

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === "day" ? dayHeightPx : rowHeight),
    getItemKey: useCallback((index: number) => keyOf(rows[index], index), [rows]),
    // The row that has the focus, or gets it by Tab, stays in the page however far it is scrolled out of view.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), stopIndex])].sort((a, b) => a - b),
    overscan: 6,
    initialRect: firstRect,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection moves the list, not a change of it.
  useLayoutEffect(() => {
    const index = indexById.get(selectedId ?? "");
    if (index !== undefined) virtualizer.scrollToIndex(index);
  }, [selectedId]);

  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const actions = useMemo<RowActions>(
    () => ({
      open: (id) => latest.current.blockedReason === null && latest.current.onOpen(id),
      startRename: setRenamingId,
      endRename: (id, name, { keepsFocus }) => {
        setRenamingId(null);
        wantsFocus.current = keepsFocus;
        if (keepsFocus) setWantedId(id);
        if (name !== null) store.rename(id, name).catch(notifyFailure);
      },
      remove: (conversation) => latest.current.onRemove(conversation),
      move: (conversation) => latest.current.onMove(conversation),
    }),
    [store],
  );

  const focusStop = useCallback(() => {
    scroller.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  }, []);
  const focusRow = useCallback(
    (id?: string) => {
      if (id !== undefined) flushSync(() => setWantedId(id));
      focusStop();
    },
    [focusStop],
  );
  useImperativeHandle(ref, () => ({ focus: focusRow }), [focusRow]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusStop();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    const index = indexById.get(id ?? "");
    if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[index];
    const next = neighbour(rows, index, event.key);
    if (next !== null) {
      wantsFocus.current = true;
      setWantedId(next.id);
      virtualizer.scrollToIndex(next.index);
    } else if (event.key === "F2" && id) setRenamingId(id);
    else if (event.key === "Delete" && row?.kind === "conversation" && !(blockedReason && id === selectedId))
      props.onRemove(row.conversation);
    else return;
    event.preventDefault();
  };

  return (
    <nav ref={scroller} className={classes.scroller} aria-label="Conversations" onKeyDown={onKeyDown}>
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <li
                key={key}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {row.kind === "day" ? (
                  <h3 className={classes.day}>{row.label}</h3>
                ) : (
                  <ConversationRow
                    conversation={row.conversation}
                    isSelected={row.conversation.id === selectedId}
                    isTabStop={index === stopIndex}
                    isRenaming={row.conversation.id === renamingId}
                    blockedReason={blockedReason}
                    canUseCloud={canUseCloud}
                    actions={actions}
                  />
                )}
              </li>
            )
          );
        })}
      </ul>
    </nav>
  );
}

function rowsOf(conversations: readonly ConversationSummary[], today: Date): Row[] {
  return groupByDay(conversations, today).flatMap(({ label, items }): Row[] => [
    { kind: "day", label },
    ...items.map((conversation): Row => ({ kind: "conversation", conversation })),
  ]);
}

function indexOf(rows: readonly Row[]): Map<string, number> {
  return new Map(
    rows.flatMap((row, index) => (row.kind === "conversation" ? [[row.conversation.id, index] as const] : [])),
  );
}

function keyOf(row: Row | undefined, index: number): string {
  return row?.kind === "conversation" ? row.conversation.id : `day ${row?.label ?? index}`;
}

/** The conversation that a key leads to; null: none, or it is no such key. */
function neighbour(rows: readonly Row[], from: number, key: string): { id: string; index: number } | null {
  const steps: Record<string, { start: number; by: number }> = {
    ArrowDown: { start: from + 1, by: 1 },
    ArrowUp: { start: from - 1, by: -1 },
    Home: { start: 0, by: 1 },
    End: { start: rows.length - 1, by: -1 },
  };
  const step = steps[key];
  if (!step) return null;
  for (let index = step.start; index >= 0 && index < rows.length; index += step.by) {
    const row = rows[index];
    if (row?.kind === "conversation") return { id: row.conversation.id, index };
  }
  return null;
}

const isTouched = () => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
