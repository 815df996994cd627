import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconPencil, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, memo, type Ref, useImperativeHandle, useRef } from "react";
import { flushSync } from "react-dom";
import { useGrowingList } from "../../../lib/useGrowingList.ts";
import classes from "./PeopleInput.module.css";
import { PersonName } from "./PersonName.tsx";
import { type EnterableGroups, findWholeGroup } from "./wholeGroups.ts";

export interface PeopleChipsHandle {
  focusLast: () => void;
}

interface PeopleChipsProps extends EnterableGroups {
  entries: readonly string[];
  /** Why entries cannot be used. They come first, so that nobody has to search for them. */
  problems: ReadonlyMap<string, string>;
  handleRef: Ref<PeopleChipsHandle>;
  /** Called when the focus should return to the field. */
  onLeave: () => void;
  onRemove: (entry: string) => void;
  onEdit: (entry: string) => void;
}

/** The entered people. The arrow keys move between their buttons, which are one tab stop; Delete removes a person. */
export function PeopleChips(props: PeopleChipsProps) {
  const { entries, problems, groups, wholeGroups, handleRef, onLeave, onRemove, onEdit } = props;
  const listRef = useRef<HTMLUListElement>(null);
  const listButtons = () => [...(listRef.current?.querySelectorAll("button") ?? [])];
  useImperativeHandle(handleRef, () => ({ focusLast: () => listButtons().at(-1)?.focus() }));

  const remove = (entry: string) => {
    const index = listButtons().findIndex((button) => button.dataset.removes === entry);
    flushSync(() => onRemove(entry));
    const buttons = listButtons();
    const next = buttons[Math.min(index, buttons.length - 1)];
    if (next) next.focus();
    else onLeave();
  };
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = listButtons();
    const button = document.activeElement?.closest("button");
    if (!button) return;
    const index = buttons.indexOf(button);
    const entry = button.closest("li")?.dataset.entry;
    const targets: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      if (target >= buttons.length) onLeave();
      else buttons[Math.max(0, target)]?.focus();
    } else if ((event.key === "Delete" || event.key === "Backspace") && entry !== undefined) remove(entry);
    else return;
    event.preventDefault();
  };
  const click = ({ target }: MouseEvent<HTMLUListElement>) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const entry = button?.closest("li")?.dataset.entry;
    if (!button || entry === undefined) return;
    if (button.dataset.removes === undefined) onEdit(entry);
    else remove(entry);
  };
  const sortedEntries = [...problems.keys(), ...entries.filter((entry) => !problems.has(entry))];
  const { shownItems, onScroll } = useGrowingList(listRef, sortedEntries);
  return (
    <ul
      ref={listRef}
      className={classes.chips}
      aria-label={t`Entered people`}
      onKeyDown={press}
      onClick={click}
      onScroll={onScroll}
    >
      {shownItems.map((entry, index) => (
        <PeopleChip
          key={entry}
          entry={entry}
          hasProblem={problems.has(entry)}
          groups={groups}
          wholeGroups={wholeGroups}
          isTabStop={index === shownItems.length - 1}
        />
      ))}
    </ul>
  );
}

interface PeopleChipProps extends EnterableGroups {
  entry: string;
  hasProblem: boolean;
  isTabStop: boolean;
}

/** One entered person. Memoized, because hundreds may be entered, and the field is rendered with each key. */
const PeopleChip = memo(function PeopleChip({ entry, hasProblem, isTabStop, ...groups }: PeopleChipProps) {
  const name = findWholeGroup(entry, groups.wholeGroups)?.name ?? entry;
  return (
    <li className={classes.chip} data-entry={entry} data-problem={hasProblem || undefined}>
      {hasProblem && <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
      <PersonName entry={entry} {...groups} />
      {hasProblem && (
        <button type="button" tabIndex={-1} aria-label={t`Correct ${entry}`}>
          <IconPencil size={14} stroke={1.8} aria-hidden />
        </button>
      )}
      <button type="button" tabIndex={isTabStop ? 0 : -1} data-removes={entry} aria-label={t`Remove ${name}`}>
        <IconX size={14} stroke={1.8} aria-hidden />
      </button>
    </li>
  );
});
