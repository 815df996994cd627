import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import type { ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Checkbox, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { cutConversationName } from "../../entities/conversations/cutConversationName.ts";
import { getConversationName } from "../../entities/conversations/getConversationName.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import classes from "./ConversationPicker.module.css";

interface ConversationPickerProps {
  /** The conversations, most recently changed first. */
  conversations: readonly ConversationSummary[];
  chosenIds: ReadonlySet<string>;
  /** True if the search field gets the focus when it appears. */
  hasFocus: boolean;
  onChange: (chosenIds: ReadonlySet<string>) => void;
}

const rowPx = { pointer: 32, touch: 44 };

/** A searchable, virtualized list of conversations with checkboxes. Arrow keys move between rows. */
export function ConversationPicker({ conversations, chosenIds, hasFocus, onChange }: ConversationPickerProps) {
  const [search, setSearch] = useState("");
  const [currentIndex, setCurrentIndex] = useState(0);
  const [rowHeightPx] = useState(() => (matchMedia("(pointer: coarse)").matches ? rowPx.touch : rowPx.pointer));
  const deferredSearch = useDeferredValue(search);
  const matches = useMemo(() => searchConversations(conversations, deferredSearch), [conversations, deferredSearch]);
  const scrollerRef = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const fieldId = useId();
  const virtualizer = useVirtualizer({
    count: matches.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    initialRect: { width: 400, height: 220 },
  });

  const toggle = (id: string) => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const areAllChosen = matches.length > 0 && matches.every(({ id }) => chosenIds.has(id));
  const toggleAll = () => {
    const next = new Set(chosenIds);
    for (const { id } of matches) {
      if (areAllChosen) next.delete(id);
      else next.add(id);
    }
    onChange(next);
  };
  const moveFocus = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowDown: currentIndex + 1,
      ArrowUp: currentIndex - 1,
      Home: 0,
      End: matches.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(matches.length - 1, target));
    setCurrentIndex(index);
    virtualizer.scrollToIndex(index);
    // The row may not be rendered yet.
    requestAnimationFrame(() =>
      scrollerRef.current?.querySelector<HTMLInputElement>(`[data-index="${index}"] input`)?.focus(),
    );
  };
  const tabStop = Math.min(currentIndex, Math.max(0, matches.length - 1));
  const rows = virtualizer.getVirtualItems();
  const isTabStopRendered = rows.some(({ index }) => index === tabStop);

  return (
    <section aria-labelledby={headingId} className={classes.root}>
      <div className={classes.head}>
        <h3 id={headingId} className={classes.heading}>
          {t`Chats`}
        </h3>
        <p className={classes.count} role="status">
          {chosenIds.size === 0 ? t`None selected` : plural(chosenIds.size, { one: "# selected", other: "# selected" })}
        </p>
      </div>
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label={t`Search chats`}
          placeholder={t`Search by name`}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setCurrentIndex(0);
          }}
          className={classes.search}
          classNames={{ input: classes.input }}
          // The attribute is for the dialog, which moves the focus when it has opened.
          data-autofocus={hasFocus || undefined}
          autoFocus={hasFocus}
        />
        <label htmlFor={`${fieldId}-all`} className={classes.all}>
          <Checkbox
            id={`${fieldId}-all`}
            size="xs"
            classNames={{ input: classes.box }}
            checked={areAllChosen}
            indeterminate={!areAllChosen && matches.some(({ id }) => chosenIds.has(id))}
            disabled={matches.length === 0}
            onChange={toggleAll}
          />
          {deferredSearch.trim() === "" ? t({ message: "All", context: "conversations" }) : t`All found`}
        </label>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys for the checkboxes inside */}
      <div ref={scrollerRef} className={classes.scroller} onKeyDown={moveFocus} data-found={matches.length}>
        {matches.length === 0 && (
          <p className={classes.empty}>{conversations.length === 0 ? t`There are no chats yet.` : t`No matches`}</p>
        )}
        <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start, size }) => {
            const conversation = matches[index];
            if (!conversation) return null;
            const { id, name } = conversation;
            const isTabStop = isTabStopRendered ? index === tabStop : index === rows[0]?.index;
            return (
              <li
                key={id}
                data-index={index}
                aria-setsize={matches.length}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <label htmlFor={`${fieldId}-${id}`} className={classes.row} title={getConversationName(conversation)}>
                  <Checkbox
                    id={`${fieldId}-${id}`}
                    size="xs"
                    classNames={{ input: classes.box }}
                    checked={chosenIds.has(id)}
                    tabIndex={isTabStop ? 0 : -1}
                    onFocus={() => setCurrentIndex(index)}
                    onChange={() => toggle(id)}
                  />
                  <span className={classes.name}>{cutConversationName(name)}</span>
                </label>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
