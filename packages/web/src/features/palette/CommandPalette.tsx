import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { PaletteEntry, PaletteGroup } from "../../entities/shell/palette.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { isComposing } from "../../ui/isComposing.ts";
import { useOpenAfterMount } from "../../ui/modal/useOpenAfterMount.ts";
import classes from "./CommandPalette.module.css";

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** What there is for these words; "" asks for what is wanted most often. */
  find: (search: string) => readonly PaletteGroup[];
  /** Shown while nothing is found. */
  emptyText: string;
}

const longestSearch = 400;
const pageEntries = 8;

/** The field that finds conversations, prompts and actions by their names, and opens or does the one that is chosen. */
export function CommandPalette({ isOpen, onClose, find, emptyText }: CommandPaletteProps) {
  const isOpened = useOpenAfterMount(isOpen);
  const isNarrow = useIsNarrow();
  const [givesFocusBack, setGivesFocusBack] = useState(true);
  const choose = (entry: PaletteEntry) => {
    if (entry.blockedReason) return;
    flushSync(() => setGivesFocusBack(entry.movesFocus !== true));
    onClose();
    entry.run();
  };
  return (
    <Modal.Root
      opened={isOpened}
      onClose={onClose}
      returnFocus={givesFocusBack}
      fullScreen={isNarrow}
      size="40rem"
      yOffset="12dvh"
      padding={0}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <Modal.Body>
          <Search find={find} emptyText={emptyText} onChoose={choose} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface SearchProps extends Pick<CommandPaletteProps, "find" | "emptyText" | "onClose"> {
  onChoose: (entry: PaletteEntry) => void;
}

function Search({ find, emptyText, onChoose, onClose }: SearchProps) {
  const [search, setSearch] = useState("");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const wanted = useDeferredValue(search);
  const listId = useId();
  const groups = find(wanted).filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const found = entries.findIndex(({ id }) => id === chosenId);
  // What was chosen is found no longer: the best one takes its place.
  const index = found === -1 ? 0 : found;
  const active = entries[index];
  const optionId = (id: string) => `${listId} ${id}`.replaceAll(" ", "-");

  const pressKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const last = entries.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: index === last ? 0 : index + 1,
      ArrowUp: index === 0 ? last : index - 1,
      PageDown: Math.min(index + pageEntries, last),
      PageUp: Math.max(index - pageEntries, 0),
    };
    const step = steps[event.key];
    const next = step === undefined ? undefined : entries[step];
    if (next) {
      setChosenId(next.id);
      document.getElementById(optionId(next.id))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && active) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          type="text"
          role="combobox"
          className={classes.input}
          aria-label="Search conversations, prompts and actions"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && optionId(active.id)}
          aria-autocomplete="list"
          placeholder="Search conversations, prompts and actions"
          value={search}
          maxLength={longestSearch}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={pressKey}
        />
        <button type="button" className={classes.close} aria-description="Closes the palette" onClick={onClose}>
          Esc
        </button>
      </div>
      <div id={listId} role="listbox" className={classes.options} aria-label="Found">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
          <div key={group.name} role="group" aria-label={group.name}>
            <div className={classes.group} aria-hidden>
              {group.name}
            </div>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={entry.id}
                id={optionId(entry.id)}
                role="option"
                tabIndex={-1}
                className={classes.option}
                aria-selected={entry === active}
                aria-disabled={entry.blockedReason ? true : undefined}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => entry !== active && setChosenId(entry.id)}
                onClick={() => onChoose(entry)}
              >
                <Entry entry={entry} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classes.empty}>
        {entries.length === 0 && emptyText}
      </p>
    </>
  );
}

function Entry({ entry: { name, detail, icon, keys, blockedReason } }: { entry: PaletteEntry }) {
  const more = blockedReason ?? detail;
  return (
    <>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span className={classes.name}>{name}</span>
      {more && <span className={classes.detail}>{more}</span>}
      {keys && (
        <span className={classes.keys}>
          {keys.map((key) => (
            <kbd key={key} className={classes.key}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </>
  );
}
