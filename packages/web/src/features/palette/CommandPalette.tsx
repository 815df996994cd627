import { t } from "@lingui/core/macro";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { PaletteEntry, PaletteGroup } from "../../entities/shell/palette.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { useDialogFocus } from "../../ui/focus/useDialogFocus.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { isComposing } from "../../ui/isComposing.ts";
import modalClasses from "../../ui/modal/Modal.module.css";
import { useOpenAfterMount } from "../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../ui/notices/useNoticePlacement.ts";
import fadeClasses from "../../ui/scrollFade.module.css";
import classes from "./CommandPalette.module.css";

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  search: string;
  /** The matching entries; for an empty search, the most useful ones. */
  groups: readonly PaletteGroup[];
  /** True while the entries are still those of an earlier search. */
  isStale: boolean;
  onSearch: (search: string) => void;
  /** Called when the search field gets the focus. */
  onFocus: () => void;
}

export const maxPaletteCharacters = 400;
const entriesPerPage = 8;

/**
 * A dialog that searches conversations, prompts, models and actions by name and messages by text, and opens or runs the
 * chosen one.
 */
export function CommandPalette({ isOpen, onClose, ...searchProps }: CommandPaletteProps) {
  const isOpenAfterMount = useOpenAfterMount(isOpen);
  useDialogFocus(isOpenAfterMount);
  useNoticePlacement(isOpenAfterMount, "wide");
  const isNarrow = useIsNarrow();
  const choose = (entry: PaletteEntry) => {
    if (entry.blockedReason) return;
    onClose();
    entry.run();
  };
  return (
    <Modal.Root
      opened={isOpenAfterMount}
      onClose={onClose}
      returnFocus={false}
      fullScreen={isNarrow}
      size="40rem"
      yOffset="12dvh"
      padding={0}
      classNames={{
        ...(isNarrow && { inner: classes.inner }),
        content: classes.content,
        body: classes.body,
        overlay: modalClasses.overlay,
      }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t`Command palette`}>
        <Modal.Body>
          <Search {...searchProps} isNarrow={isNarrow} onChoose={choose} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface SearchProps extends Omit<CommandPaletteProps, "isOpen"> {
  isNarrow: boolean;
  onChoose: (entry: PaletteEntry) => void;
}

function Search(props: SearchProps) {
  const { search, groups: allGroups, isStale, isNarrow, onSearch, onFocus, onChoose, onClose } = props;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const listId = useId();
  const groups = allGroups.filter(({ entries }) => entries.length > 0);
  const isLoading = allGroups.some((group) => group.isLoading);
  const entries = groups.flatMap((group) => group.entries);
  const chosenIndex = entries.findIndex(({ id }) => id === chosenId);
  // If the chosen entry no longer matches, choose the best match.
  const activeIndex = chosenIndex === -1 ? 0 : chosenIndex;
  const activeEntry = entries[activeIndex];
  const getOptionId = (id: string) => `${listId} ${id}`.replaceAll(" ", "-");
  // Enter can be faster than the entries that match what was typed before it.
  const chooseCurrent = useEffectEvent(() => {
    setChoosing(false);
    if (activeEntry) onChoose(activeEntry);
  });
  useEffect(() => {
    if (!isChoosing || isStale) return;
    // In a task of its own, because some entries render at once what they focus, which an effect cannot do.
    const task = setTimeout(chooseCurrent);
    return () => clearTimeout(task);
  }, [isChoosing, isStale]);

  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const last = entries.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: activeIndex === last ? 0 : activeIndex + 1,
      ArrowUp: activeIndex === 0 ? last : activeIndex - 1,
      PageDown: Math.min(activeIndex + entriesPerPage, last),
      PageUp: Math.max(activeIndex - entriesPerPage, 0),
    };
    const target = targets[event.key];
    const next = target === undefined ? undefined : entries[target];
    if (next) {
      setChosenId(next.id);
      document.getElementById(getOptionId(next.id))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && isStale) setChoosing(true);
    else if (event.key === "Enter" && activeEntry) onChoose(activeEntry);
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
          aria-label={t`Search chats, messages, prompts, models, settings and actions`}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeEntry && getOptionId(activeEntry.id)}
          aria-autocomplete="list"
          placeholder={t`Search everything`}
          value={search}
          maxLength={maxPaletteCharacters}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => {
            onSearch(currentTarget.value);
            setChosenId(null);
            setChoosing(false);
          }}
          onFocus={onFocus}
          onKeyDown={handleKey}
        />
        {isNarrow ? (
          <IconButton name={t`Close`} size={40} onClick={onClose}>
            <IconX size={18} stroke={1.6} />
          </IconButton>
        ) : (
          <button type="button" className={classes.close} aria-description={t`Closes the palette`} onClick={onClose}>
            {t({ message: "Esc", comment: "the key" })}
          </button>
        )}
      </div>
      <div
        id={listId}
        role="listbox"
        className={`${classes.options} ${fadeClasses.fadingBelow}`}
        aria-label={t`Search results`}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
          <div key={group.name} role="group" aria-label={group.name}>
            <div className={classes.group} aria-hidden>
              {group.name}
            </div>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles keys
              <div
                key={entry.id}
                id={getOptionId(entry.id)}
                role="option"
                tabIndex={-1}
                className={classes.option}
                aria-selected={entry === activeEntry}
                aria-disabled={entry.blockedReason ? true : undefined}
                // Keep the focus in the search field.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => entry !== activeEntry && setChosenId(entry.id)}
                onClick={() => onChoose(entry)}
              >
                <Entry entry={entry} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {isLoading ? t`Searching messages…` : groups.length === 0 && t`No matches`}
      </p>
    </>
  );
}

function Entry({ entry: { name, detail, passage, day, icon, keys, blockedReason } }: { entry: PaletteEntry }) {
  const note = blockedReason ?? detail;
  return (
    <>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {passage ? (
        <span className={classes.found}>
          <span className={classes.line}>
            <span className={classes.name} dir="auto">
              {name}
            </span>
            {day}
          </span>
          <span className={classes.passage}>{passage}</span>
        </span>
      ) : (
        <span className={classes.name} dir="auto">
          {name}
        </span>
      )}
      {note && <span className={classes.detail}>{note}</span>}
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
