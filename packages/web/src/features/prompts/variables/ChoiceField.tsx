import { foldText } from "@lectern/contract";
import { type SelectHTMLAttributes, useState } from "react";
import classes from "./VariableDialog.module.css";

interface ChoiceFieldProps {
  field: SelectHTMLAttributes<HTMLSelectElement>;
  /** The id of the selected choice; empty if none is selected. */
  value: string;
  choices: readonly { id: string; name: string }[];
  /** Returns the name as it is shown. The search finds the whole name. */
  formatName?: (name: string) => string;
  /** The text shown if there are no choices. */
  emptyText: string;
  onChange: (id: string) => void;
}

/** With more choices than this, there is a search field. */
const searchThreshold = 20;
const maxShown = 200;

/** A selector, with a search field if there are many choices. */
export function ChoiceField({ field, value, choices, formatName, emptyText, onChange }: ChoiceFieldProps) {
  const [search, setSearch] = useState("");
  if (choices.length === 0) return <p className={classes.hint}>{emptyText}</p>;
  const searchText = foldText(search.trim());
  const matches = choices.filter(({ id, name }) => id === value || foldText(name).includes(searchText));
  const visibleMatches = matches.slice(0, maxShown);
  return (
    <>
      {choices.length > searchThreshold && (
        <input
          type="search"
          className={classes.find}
          aria-label="Search choices"
          placeholder={`Search ${choices.length} choices`}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <select {...field} className={classes.select} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{matches.length === 0 ? "No matches" : "Choose…"}</option>
        {visibleMatches.map(({ id, name }) => (
          <option key={id} value={id}>
            {formatName ? formatName(name) : name}
          </option>
        ))}
      </select>
      {matches.length > visibleMatches.length && (
        <p className={classes.hint}>Only the first {maxShown} are shown. Search to find others.</p>
      )}
    </>
  );
}
