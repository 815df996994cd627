import type { Group } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconPencil, IconX } from "@tabler/icons-react";
import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { findEntryProblem } from "../../../entities/groups/people/findEntryProblem.ts";
import { PeopleField } from "../../../entities/groups/people/PeopleField.tsx";
import { PersonName } from "../../../entities/groups/people/PersonName.tsx";
import { editPerson, removePerson } from "../../../entities/groups/people/peopleDraft.ts";
import { useGrowingList } from "../../../lib/useGrowingList.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LevelSelect } from "../LevelSelect.tsx";
import classes from "./NewMembersField.module.css";
import { getNewLevel, type NewMembers, setAllNewLevels, setNewLevel } from "./newMembers.ts";

interface NewMembersFieldProps {
  value: NewMembers;
  onChange: (members: NewMembers) => void;
  groups: readonly Group[] | undefined;
  ownEmail: string;
  label: string;
  error: string | null;
  fieldRef: RefObject<HTMLInputElement | null>;
}

/** A field for people, with a table of those who have been entered and their access. */
export function NewMembersField({ value, onChange, groups, ownEmail, label, error, fieldRef }: NewMembersFieldProps) {
  const { people } = value;
  const tableRef = useRef<HTMLTableElement>(null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const removeButtons = () => [...(tableRef.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
  const remove = (entry: string, index: number) => {
    flushSync(() => onChange({ ...value, people: removePerson(people, entry) }));
    const buttons = removeButtons();
    const next = buttons[Math.min(index, buttons.length - 1)] ?? fieldRef.current;
    next?.focus();
  };
  const edit = (entry: string) => {
    onChange({ ...value, people: editPerson(people, entry) });
    fieldRef.current?.focus();
  };
  const rows = people.entries.map((entry) => ({ entry, problem: findEntryProblem(entry, { groups }) }));
  // What must be corrected comes first, so that nobody has to search for it.
  const sortedRows = [...rows.filter(({ problem }) => problem !== null), ...rows.filter(({ problem }) => !problem)];
  const { shownItems, onScroll } = useGrowingList(scrollRef, sortedRows);
  const usableCount = rows.filter(({ problem }) => problem === null).length;
  return (
    <div className={classes.root}>
      <PeopleField
        draft={people}
        onChange={(changed) => onChange({ ...value, people: changed })}
        groups={groups}
        ownEmail={ownEmail}
        label={label}
        error={error}
        fieldRef={fieldRef}
        onFocusEntries={() => removeButtons().at(-1)?.focus()}
      />
      {rows.length > 0 && (
        <div ref={scrollRef} className={classes.scroll} onScroll={onScroll}>
          <table ref={tableRef} className={classes.table} aria-label={t`People to add`} aria-rowcount={rows.length + 1}>
            <thead>
              <tr>
                <th scope="col">{plural(usableCount, { one: "# entry", other: "# entries" })}</th>
                <th scope="col">
                  {rows.length > 1 ? (
                    <LevelSelect
                      name={t`Access for all`}
                      value={value.defaultLevel}
                      onChange={(level) => onChange(setAllNewLevels(value, level))}
                    />
                  ) : (
                    t`Access`
                  )}
                </th>
                <th aria-label={t`Remove`} />
              </tr>
            </thead>
            <tbody>
              {shownItems.map(({ entry, problem }, index) => (
                <tr key={entry} data-problem={problem !== null || undefined}>
                  <td>
                    <PersonName entry={entry} groups={groups} />
                    {problem !== null && (
                      <p className={classes.problem} role="alert">
                        {problem}
                      </p>
                    )}
                  </td>
                  <td>
                    {problem === null ? (
                      <LevelSelect
                        name={t`Access for ${entry}`}
                        value={getNewLevel(value, entry)}
                        onChange={(level) => onChange(setNewLevel(value, entry, level))}
                      />
                    ) : (
                      <IconButton name={t`Correct ${entry}`} onClick={() => edit(entry)}>
                        <IconPencil size={16} stroke={1.6} />
                      </IconButton>
                    )}
                  </td>
                  <td>
                    <IconButton data-remove name={t`Remove ${entry}`} onClick={() => remove(entry, index)}>
                      <IconX size={16} stroke={1.6} />
                    </IconButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
