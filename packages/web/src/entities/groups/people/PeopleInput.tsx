import { plural, t } from "@lingui/core/macro";
import { useMemo, useRef } from "react";
import { findEntryProblem } from "./findEntryProblem.ts";
import { PeopleChips, type PeopleChipsHandle } from "./PeopleChips.tsx";
import { PeopleField, type PeopleFieldProps } from "./PeopleField.tsx";
import classes from "./PeopleInput.module.css";
import { editPerson, removePerson } from "./peopleDraft.ts";
import { findWholeGroup } from "./wholeGroups.ts";

type PeopleInputProps = Omit<PeopleFieldProps, "onFocusEntries">;

/**
 * A field for people with what has been entered below it: email addresses, system ids, `#group` and whole groups.
 * Before the people are used, complete the draft (`completePeople`) and check it (`findPeopleProblem`).
 */
export function PeopleInput(props: PeopleInputProps) {
  const { draft, onChange, groups, wholeGroups, ownEmail } = props;
  const ownFieldRef = useRef<HTMLInputElement>(null);
  const fieldRef = props.fieldRef ?? ownFieldRef;
  const chipsRef = useRef<PeopleChipsHandle>(null);
  const { entries } = draft;
  const problems = useMemo(
    () =>
      new Map(
        entries.flatMap((entry) => {
          const problem = findEntryProblem(entry, { groups, wholeGroups, ownEmail });
          return problem === null ? [] : [[entry, problem] as const];
        }),
      ),
    [entries, groups, wholeGroups, ownEmail],
  );
  const focusField = () => fieldRef.current?.focus();
  return (
    <div className={classes.root}>
      <PeopleField {...props} fieldRef={fieldRef} onFocusEntries={() => chipsRef.current?.focusLast()} />
      {entries.length > 0 && (
        <PeopleChips
          handleRef={chipsRef}
          entries={entries}
          problems={problems}
          groups={groups}
          wholeGroups={wholeGroups}
          onLeave={focusField}
          onRemove={(entry) => onChange(removePerson(draft, entry))}
          onEdit={(entry) => {
            onChange(editPerson(draft, entry));
            focusField();
          }}
        />
      )}
      {entries.some((entry) => findWholeGroup(entry, wholeGroups)) && (
        <p className={classes.note}>{t`A group’s current and future members get access.`}</p>
      )}
      {problems.size > 0 && <Problems problems={problems} />}
    </div>
  );
}

const maxShownProblems = 3;

function Problems({ problems }: { problems: ReadonlyMap<string, string> }) {
  const shownProblems = [...problems].slice(0, maxShownProblems);
  const hiddenCount = problems.size - shownProblems.length;
  return (
    <ul className={classes.problems} role="alert" aria-label={t`Entries to correct`}>
      {shownProblems.map(([entry, problem]) => (
        <li key={entry}>
          <strong>{entry}</strong>: {problem}
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>{plural(hiddenCount, { one: "# more entry can’t be used.", other: "# more entries can’t be used." })}</li>
      )}
    </ul>
  );
}
