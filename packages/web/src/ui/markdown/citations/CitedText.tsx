import { decodeEntities } from "../parse/decodeEntities.ts";
import type { Citations } from "./CitationsContext.ts";
import classes from "./citations.module.css";
import { type CitationMark, splitCitations } from "./splitCitations.ts";

interface CitedTextProps {
  /** The markdown source of the text. */
  text: string;
  citations: Citations | "pending";
}

/**
 * Shows the marks of known citations as superscript numbers. Selecting and copying yields the original marks. Marks that
 * follow one another stay on the line of the word before them.
 */
export function CitedText({ text, citations }: CitedTextProps) {
  const parts = splitCitations(text, citations === "pending" ? null : citations.numbers);
  return groupMarks(parts).map((part, index) => {
    if (typeof part === "string") return part;
    const { word, marks } = part;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text have no other identity than their position
    return (
      <span key={index} className={classes.together}>
        {word}
        {marks.map((mark, position) => (
          <Mark key={position} mark={mark} citations={citations} />
        ))}
      </span>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  });
}

interface MarkGroup {
  /** The end of the text before the marks. */
  word: string;
  marks: CitationMark[];
}

/** A longer run of characters, such as a URL or a text without spaces, may be broken before its last character. */
const lastWordPattern = /(?<!\S)\S{1,24}$|\S\p{M}*$/u;

/** Decodes the text and joins each group of marks with the word before it. */
function groupMarks(parts: readonly (string | CitationMark)[]): (string | MarkGroup)[] {
  const groups: (string | MarkGroup)[] = [];
  for (const part of parts) {
    const previous = groups.at(-1);
    if (typeof part === "string") groups.push(decodeEntities(part));
    else if (typeof previous === "object") previous.marks.push(part);
    else {
      const word = lastWordPattern.exec(previous ?? "")?.[0] ?? "";
      if (previous !== undefined) groups.splice(-1, 1, previous.slice(0, previous.length - word.length));
      groups.push({ word, marks: [part] });
    }
  }
  return groups;
}

function Mark({ mark, citations }: { mark: CitationMark; citations: Citations | "pending" }) {
  return (
    <sup className={classes.mark}>
      {mark.segments.map((segment, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: as above
        if (segment.kind === "characters") {
          return (
            <span key={index} className={classes.characters}>
              {segment.text}
            </span>
          );
        }
        const className = segment.kind === "implied" ? `${classes.number} ${classes.implied}` : (classes.number ?? "");
        if (citations === "pending") {
          return (
            <span key={index} className={className} data-pending>
              {segment.number}
            </span>
          );
        }
        return <CitationButton key={index} number={segment.number} citations={citations} className={className} />;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </sup>
  );
}

interface CitationButtonProps {
  number: number;
  citations: Citations;
  className: string;
}

// Not a `button`, because browsers exclude the text of buttons from a selection.
function CitationButton({ number, citations, className }: CitationButtonProps) {
  const { openNumbers, getLabel, onOpen, onHover } = citations;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span
      role="button"
      tabIndex={0}
      className={className}
      aria-label={getLabel(number)}
      aria-current={openNumbers.has(number) || undefined}
      onClick={({ currentTarget }) => onOpen({ number, element: currentTarget })}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onOpen({ number, element: event.currentTarget });
      }}
      onPointerEnter={(event) => {
        if (event.pointerType !== "touch") onHover({ number, element: event.currentTarget });
      }}
      onPointerLeave={() => onHover(null)}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) onHover({ number, element: event.currentTarget });
      }}
      onBlur={() => onHover(null)}
    >
      {number}
    </span>
  );
}
