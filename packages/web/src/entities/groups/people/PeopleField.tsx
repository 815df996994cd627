import { plural, t } from "@lingui/core/macro";
import { TextInput, VisuallyHidden } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { listNames } from "../../../lib/text/listNames.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { isComposing } from "../../../ui/isComposing.ts";
import classes from "./PeopleField.module.css";
import { addPeople, type PeopleDraft } from "./peopleDraft.ts";
import { hasSeparator } from "./peopleEntries.ts";
import { toFieldKeyAction } from "./peopleKeys.ts";
import { SuggestionList } from "./SuggestionList.tsx";
import { usePeopleSuggestions } from "./usePeopleSuggestions.ts";
import { type EnterableGroups, isStartOfGroupName, toTypedEntry } from "./wholeGroups.ts";

export interface PeopleFieldProps extends EnterableGroups {
  draft: PeopleDraft;
  onChange: (draft: PeopleDraft) => void;
  /** The address of the person, which is not suggested. */
  ownEmail: string;
  label: string;
  /** Why the people cannot be used as they are. */
  error?: string | null;
  fieldRef?: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the entries that are shown below the field. */
  onFocusEntries?: () => void;
}

/** The field that people are typed, pasted or chosen in. `PeopleInput` also shows them. */
export function PeopleField(props: PeopleFieldProps) {
  const { draft, onChange, groups, wholeGroups, ownEmail, label, error, fieldRef, onFocusEntries } = props;
  const { text, entries } = draft;
  const listId = useId();
  const [list, setList] = useState<{ isOpen: boolean; index: number | null }>({ isOpen: false, index: null });
  const [notice, setNotice] = useState("");
  const excluded = new Set([ownEmail, ...entries].map((entry) => entry.toLowerCase()));
  const { suggestions, hasFailed } = usePeopleSuggestions({ text, excluded, groups, wholeGroups });
  const texts = wholeGroups ? getTextsWithGroups() : getTexts();
  const isOpen = list.isOpen && suggestions.length > 0;
  const activeIndex = isOpen && list.index !== null && list.index < suggestions.length ? list.index : null;

  const type = (newText: string) => {
    onChange({ ...draft, text: newText });
    setList({ isOpen: newText.trim() !== "", index: null });
    setNotice("");
  };
  const add = (newText: string) => {
    const { draft: newDraft, duplicates } = addPeople(draft, newText);
    onChange(newDraft);
    setList({ isOpen: false, index: null });
    setNotice(describeAddition(newDraft.entries.length - entries.length, duplicates));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pastedText = event.clipboardData.getData("text");
    if (!hasSeparator(pastedText)) return;
    event.preventDefault();
    add(`${text},${pastedText}`);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = toFieldKeyAction(event.key, {
      text,
      count: suggestions.length,
      list: { isOpen, index: activeIndex },
    });
    if (action.type === "none" || (action.type === "focusEntries" && (entries.length === 0 || !onFocusEntries))) return;
    event.preventDefault();
    // Enter does not submit the dialog around the field.
    event.stopPropagation();
    if (action.type === "move") setList({ isOpen: true, index: action.index });
    else if (action.type === "choose") add(suggestions[action.index]?.entry ?? text);
    else if (action.type === "add") add(toTypedEntry(text, { groups, wholeGroups }));
    else if (action.type === "close") setList({ isOpen: false, index: null });
    else if (action.type === "focusEntries") onFocusEntries?.();
  };
  return (
    <div className={classes.root}>
      <TextInput
        ref={fieldRef}
        classNames={{ input: fieldClasses.input }}
        label={label}
        data-autofocus
        description={texts.description}
        placeholder={texts.placeholder}
        error={error ? <span role="alert">{error}</span> : undefined}
        value={text}
        onChange={(event) => {
          const newText = event.currentTarget.value;
          if (!hasSeparator(newText) || isStartOfGroupName(newText, wholeGroups ?? [])) type(newText);
          else add(toTypedEntry(newText.replace(/[,;]\s*$/, ""), { groups, wholeGroups }));
        }}
        onPaste={paste}
        onKeyDown={press}
        // Whole groups can be chosen without knowing their names.
        onClick={() => wholeGroups && text === "" && setList({ isOpen: true, index: null })}
        onBlur={() => setList({ isOpen: false, index: null })}
        type="text"
        inputMode={wholeGroups ? "text" : "email"}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        // Esc closes only the list. The dialog around the field would receive it first.
        data-mantine-stop-propagation={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={activeIndex === null ? undefined : `${listId}-${activeIndex}`}
        inputContainer={(input) => (
          <div className={classes.anchor}>
            {input}
            {isOpen && (
              <SuggestionList
                id={listId}
                label={texts.suggestions}
                suggestions={suggestions}
                wholeGroups={wholeGroups}
                activeIndex={activeIndex}
                onActive={(index) => setList({ isOpen: true, index })}
                onChoose={({ entry }) => add(entry)}
              />
            )}
          </div>
        )}
      />
      <VisuallyHidden role="status">
        {isOpen && plural(suggestions.length, { one: "# suggestion", other: "# suggestions" })}
      </VisuallyHidden>
      <p role="status" className={classes.notice}>
        {hasFailed ? t`Suggestions aren’t available right now. You can still type or paste addresses.` : notice}
      </p>
    </div>
  );
}

const getTexts = () => ({
  description: t`Separate addresses with commas. Choose a group to add its members.`,
  placeholder: t`Email address or group`,
  suggestions: t`Suggested people`,
});

const getTextsWithGroups = (): ReturnType<typeof getTexts> => ({
  description: t`Separate addresses with commas.`,
  placeholder: t`Email address or group`,
  suggestions: t`Suggested people and groups`,
});

function describeAddition(count: number, duplicates: readonly string[]): string {
  const addition =
    count > 1
      ? plural(count, { one: "# entry was added to the list.", other: "# entries were added to the list." })
      : "";
  const names = listNames(duplicates);
  const repetition = duplicates.length > 0 ? t`Already entered: ${names}` : "";
  return [addition, repetition].filter((sentence) => sentence !== "").join(" ");
}
