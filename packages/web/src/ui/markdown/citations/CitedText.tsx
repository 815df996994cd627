import { decodeEntities } from "../parse/decodeEntities.ts";
import type { Citations } from "./CitationsContext.ts";
import classes from "./citations.module.css";
import { type CitationMark, splitCitations } from "./splitCitations.ts";

interface CitedTextProps {
  /** The markdown source of the text. */
  text: string;
  citations: Citations;
}

/** Shows the marks of known citations as superscript numbers. Selecting and copying yields the original marks. */
export function CitedText({ text, citations }: CitedTextProps) {
  return splitCitations(text, citations.numbers).map((part, index) =>
    typeof part === "string" ? (
      decodeEntities(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity than their position
      <Mark key={index} mark={part} citations={citations} />
    ),
  );
}

function Mark({ mark, citations }: { mark: CitationMark; citations: Citations }) {
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
        return (
          <CitationButton
            key={index}
            number={segment.number}
            citations={citations}
            className={segment.kind === "implied" ? `${classes.number} ${classes.implied}` : (classes.number ?? "")}
          />
        );
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
      onClick={() => onOpen(number)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onOpen(number);
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
