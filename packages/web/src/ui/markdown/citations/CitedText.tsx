import { decodeEntities } from "../parse/decodeEntities.ts";
import type { Citations } from "./CitationsContext.ts";
import classes from "./citations.module.css";
import { type CitationMark, splitCitations } from "./splitCitations.ts";

interface CitedTextProps {
  /** As it stands in the markdown. */
  text: string;
  citations: Citations;
}

/** A text whose marks of known sources are small raised numbers. What is selected and copied has the marks as they were written. */
export function CitedText({ text, citations }: CitedTextProps) {
  return splitCitations(text, citations.numbers).map((part, index) =>
    typeof part === "string" ? (
      decodeEntities(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name than their place
      <Mark key={index} mark={part} citations={citations} />
    ),
  );
}

function Mark({ mark, citations }: { mark: CitationMark; citations: Citations }) {
  return (
    <sup className={classes.mark}>
      {mark.pieces.map((piece, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: as above
        if (piece.kind === "characters") {
          return (
            <span key={index} className={classes.characters}>
              {piece.text}
            </span>
          );
        }
        return (
          <CitationButton
            key={index}
            number={piece.number}
            citations={citations}
            className={piece.kind === "implied" ? `${classes.number} ${classes.implied}` : (classes.number ?? "")}
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

// No `button`: a browser leaves the text of buttons out of what is selected and copied.
function CitationButton({ number, citations, className }: CitationButtonProps) {
  const { nameOf, onOpen, onHover } = citations;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as said above
    <span
      role="button"
      tabIndex={0}
      className={className}
      aria-label={nameOf(number)}
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
