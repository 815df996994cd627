import type { GroupLevel } from "@lectern/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import fieldClasses from "../../ui/fields.module.css";
import { getLevelName, groupLevels } from "./groupTexts.ts";
import { LevelList } from "./LevelList.tsx";
import classes from "./LevelSelect.module.css";

interface LevelSelectProps {
  /** The accessible name. */
  name: string;
  value: GroupLevel;
  onChange: (level: GroupLevel) => void;
}

/**
 * A field for a level, with the keys of a native one. The focus stays on the field. Only the open field renders a list,
 * because there is a field in each of many rows.
 */
export function LevelSelect({ name, value, onChange }: LevelSelectProps) {
  /** The level in the open list that Enter chooses; null while the list is closed. */
  const [activeLevel, setActiveLevel] = useState<GroupLevel | null>(null);
  const wasOpenRef = useRef(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const isOpen = activeLevel !== null;
  const close = () => setActiveLevel(null);
  const choose = (level: GroupLevel) => {
    close();
    buttonRef.current?.focus({ preventScroll: true });
    if (level !== value) onChange(level);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Tab") {
      if (isOpen) choose(activeLevel);
      return;
    }
    if (isOpen && (event.key === "Enter" || event.key === " ")) choose(activeLevel);
    else {
      const level = findLevelForKey(event, activeLevel, value);
      if (!level) return;
      setActiveLevel(level);
    }
    event.preventDefault();
  };
  return (
    <span className={classes.root}>
      <button
        ref={buttonRef}
        type="button"
        role="combobox"
        className={`${fieldClasses.compact} ${classes.field}`}
        aria-label={name}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${activeLevel}` : undefined}
        // Esc closes the list and not the dialog around it.
        data-mantine-stop-propagation={isOpen}
        // Pressing the field while the list is open closes the list. The click that follows must not reopen it.
        onPointerDown={() => {
          wasOpenRef.current = isOpen;
        }}
        onClick={({ currentTarget }) => {
          // Safari does not focus a button that is pressed.
          currentTarget.focus({ preventScroll: true });
          setActiveLevel(wasOpenRef.current ? null : value);
          wasOpenRef.current = false;
        }}
        onKeyDown={handleKeyDown}
        // Firefox presses a button when Space is released.
        onKeyUp={(event) => event.key === " " && event.preventDefault()}
        onBlur={close}
      >
        {getLevelName(value)}
        <IconChevronDown size={14} stroke={1.8} aria-hidden />
      </button>
      {isOpen && (
        <LevelList
          id={listId}
          name={name}
          value={value}
          activeLevel={activeLevel}
          onActive={setActiveLevel}
          onChoose={choose}
          onClose={close}
        />
      )}
    </span>
  );
}

/** Returns the level that a key makes the active one, opening the list if needed; undefined for any other key. */
function findLevelForKey(
  { key, altKey }: KeyboardEvent,
  activeLevel: GroupLevel | null,
  value: GroupLevel,
): GroupLevel | undefined {
  const index = groupLevels.indexOf(activeLevel ?? value);
  // Alt with an arrow key only opens the list.
  const step = altKey || activeLevel === null ? 0 : 1;
  if (key === "Enter" || key === " ") return value;
  if (key === "ArrowDown") return groupLevels[index + step] ?? groupLevels[index];
  if (key === "ArrowUp") return groupLevels[index - step] ?? groupLevels[index];
  if (key === "Home") return groupLevels[0];
  if (key === "End") return groupLevels.at(-1);
  if (key.length > 1) return undefined;
  // As in a native field, the same letter leads to the next level that starts with it.
  const levelsFromNext = [...groupLevels.slice(index + 1), ...groupLevels.slice(0, index + 1)];
  return levelsFromNext.find((level) => getLevelName(level).toLocaleLowerCase().startsWith(key.toLocaleLowerCase()));
}
