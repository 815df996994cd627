import { type SelectHTMLAttributes, useState } from "react";
import classes from "./VariableDialog.module.css";

interface ChoiceFieldProps {
  field: SelectHTMLAttributes<HTMLSelectElement>;
  /** The id of what is chosen; empty: nothing is. */
  value: string;
  choices: readonly { id: string; name: string }[];
  /** What stands there where there is nothing to choose. */
  emptyText: string;
  onChange: (id: string) => void;
}

/** More than these are found by words. */
const shownAtOnce = 20;
const mostShown = 200;

/** One of several things, with a field that finds it where there are many. */
export function ChoiceField({ field, value, choices, emptyText, onChange }: ChoiceFieldProps) {
  const [words, setWords] = useState("");
  if (choices.length === 0) return <p className={classes.hint}>{emptyText}</p>;
  const wanted = words.trim().toLocaleLowerCase();
  const found = choices.filter(({ id, name }) => id === value || name.toLocaleLowerCase().includes(wanted));
  const shown = found.slice(0, mostShown);
  return (
    <>
      {choices.length > shownAtOnce && (
        <input
          type="search"
          className={classes.find}
          aria-label="Find a choice by its name"
          placeholder={`Find one of ${choices.length}`}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <select {...field} className={classes.select} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{found.length === 0 ? "None has this in its name" : "Choose …"}</option>
        {shown.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {found.length > shown.length && (
        <p className={classes.hint}>The first {mostShown} are shown. Find others by their name.</p>
      )}
    </>
  );
}
