import { plural, t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import { Details } from "../../disclosure/Details.tsx";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import classes from "./jsonTree.module.css";
import { parseJson } from "./parseJson.ts";

const entriesPerPage = 100;
/** Longer strings are truncated. The code view shows them in full. */
const maxTextCharacters = 2_000;

/** Shows the sandbox view of a JSON block, a tree whose collapsed nodes are not rendered. */
export function JsonTree({ code }: { code: string }) {
  const parsedJson = useMemo(() => parseJson(code), [code]);
  if (!parsedJson) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={classes.tree} aria-label={t`Sandbox view`} tabIndex={0}>
      <Entry name={null} value={parsedJson.value} isInitiallyOpen />
    </section>
  );
}

interface EntryProps {
  name: string | null;
  value: unknown;
  isInitiallyOpen?: boolean;
}

function Entry({ name, value, isInitiallyOpen = false }: EntryProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const [shownCount, setShownCount] = useState(entriesPerPage);
  const entries = useMemo(() => listEntries(value), [value]);
  const label = name !== null && <span className={classes.name}>{name}: </span>;
  if (!entries) {
    return (
      <div className={classes.leaf}>
        {label}
        <span className={classes[getValueClass(value)]}>{formatValue(value)}</span>
      </div>
    );
  }
  const isList = Array.isArray(value);
  return (
    <Details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      summaryClassName={classes.summary}
      summary={
        <span>
          {label}
          <span className={classes.count}>
            {isList
              ? plural(entries.length, { one: "list, # entry", other: "list, # entries" })
              : plural(entries.length, { one: "object, # entry", other: "object, # entries" })}
          </span>
        </span>
      }
    >
      {isOpen && (
        <div className={classes.entries}>
          {entries.slice(0, shownCount).map(([key, child]) => (
            <Entry key={key} name={key} value={child} />
          ))}
          {entries.length > shownCount && (
            <button
              type="button"
              className={classes.more}
              onClick={() => setShownCount((count) => count + entriesPerPage)}
            >
              {plural(Math.min(entriesPerPage, entries.length - shownCount), { other: "# more" })}
            </button>
          )}
        </div>
      )}
    </Details>
  );
}

/** Returns the entries of an object or array; null for other values. */
function listEntries(value: unknown): [string, unknown][] | null {
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

function getValueClass(value: unknown): "text" | "number" | "constant" {
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "number" : "constant";
}

function formatValue(value: unknown): string {
  const text = limitCombiningMarks(JSON.stringify(value));
  return text.length > maxTextCharacters ? `${text.slice(0, maxTextCharacters)} …` : text;
}
