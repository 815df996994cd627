import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { t } from "@lingui/core/macro";
import { Checkbox, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import classes from "./CheckPicker.module.css";

interface CheckPickerProps<Item> {
  items: readonly Item[];
  chosenIds: ReadonlySet<string>;
  /** The name of the search field. */
  searchLabel: string;
  /** The label of the box that chooses all items. */
  allLabel: string;
  /** Shown if there are no items. */
  emptyText: string;
  /** True if the search field gets the focus when it appears. */
  hasFocus: boolean;
  /** Returns the items that match the text. */
  search: (items: readonly Item[], text: string) => readonly Item[];
  /** The name as it is shown, and its full length for the tooltip. */
  getName: (item: Item) => { shown: string; full: string };
  /** What the row shows after the name. */
  getDetail?: (item: Item) => string;
  onChange: (chosenIds: ReadonlySet<string>) => void;
}

const rowPx = { pointer: 32, touch: 44 };

/** A searchable, virtualized list with checkboxes. Arrow keys move between rows. */
export function CheckPicker<Item extends { id: string }>(props: CheckPickerProps<Item>) {
  const { items, chosenIds, searchLabel, allLabel, emptyText, hasFocus, search, getName, getDetail, onChange } = props;
  const [text, setText] = useState("");
  const [currentIndex, setCurrentIndex] = useState(0);
  const [rowHeightPx] = useState(() => (matchMedia("(pointer: coarse)").matches ? rowPx.touch : rowPx.pointer));
  const deferredText = useDeferredValue(text);
  const matches = useMemo(() => search(items, deferredText), [items, search, deferredText]);
  const scrollerRef = useRef<HTMLDivElement>(null);
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
    <>
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label={searchLabel}
          placeholder={t`Search by name`}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setCurrentIndex(0);
          }}
          // Enter does not submit the dialog around the list.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
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
          {deferredText.trim() === "" ? allLabel : t`All found`}
        </label>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys for the checkboxes inside */}
      <div ref={scrollerRef} className={classes.scroller} onKeyDown={moveFocus} data-found={matches.length}>
        {matches.length === 0 && <p className={classes.empty}>{items.length === 0 ? emptyText : t`No matches`}</p>}
        <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start, size }) => {
            const item = matches[index];
            if (!item) return null;
            const { id } = item;
            const name = getName(item);
            const detail = getDetail?.(item);
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
                <label htmlFor={`${fieldId}-${id}`} className={classes.row} title={name.full}>
                  <Checkbox
                    id={`${fieldId}-${id}`}
                    size="xs"
                    classNames={{ input: classes.box }}
                    checked={chosenIds.has(id)}
                    tabIndex={isTabStop ? 0 : -1}
                    onFocus={() => setCurrentIndex(index)}
                    onChange={() => toggle(id)}
                  />
                  <span className={classes.name}>{name.shown}</span>
                  {detail && <span className={classes.detail}>{detail}</span>}
                </label>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
