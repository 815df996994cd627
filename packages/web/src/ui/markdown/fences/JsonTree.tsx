import { useMemo, useState } from "react";
import classes from "./jsonTree.module.css";
import { readJson } from "./readJson.ts";

/** So many entries of one thing are shown at once. */
const entriesPerPage = 100;
/** Longer texts are cut, with all of them in the code. */
const longestText = 2_000;

/** The sandbox view of a JSON block: a tree that is opened branch by branch. Nothing of what is closed stands in the page. */
export function JsonTree({ code }: { code: string }) {
  const read = useMemo(() => readJson(code), [code]);
  if (!read) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.tree} aria-label="Sandbox view" tabIndex={0}>
      <Entry name={null} value={read.value} isInitiallyOpen />
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
  const entries = useMemo(() => entriesOf(value), [value]);
  const label = name !== null && <span className={classes.name}>{name}: </span>;
  if (!entries) {
    return (
      <div className={classes.leaf}>
        {label}
        <span className={classes[kindOf(value)]}>{wordsOf(value)}</span>
      </div>
    );
  }
  const isList = Array.isArray(value);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span className={classes.count}>
          {isList ? "list" : "object"}, {entries.length === 1 ? "1 entry" : `${entries.length} entries`}
        </span>
      </summary>
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
              {Math.min(entriesPerPage, entries.length - shownCount)} more
            </button>
          )}
        </div>
      )}
    </details>
  );
}

/** What is inside; null for what has no inside. */
function entriesOf(value: unknown): [string, unknown][] | null {
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

function kindOf(value: unknown): "text" | "number" | "constant" {
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "number" : "constant";
}

function wordsOf(value: unknown): string {
  const words = JSON.stringify(value);
  return words.length > longestText ? `${words.slice(0, longestText)} …` : words;
}
