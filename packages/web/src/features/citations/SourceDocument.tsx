import { t } from "@lingui/core/macro";
import { maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import type { AnswerSource } from "../../entities/citations/getAnswerSources.ts";
import { cutTextAtWord } from "../../lib/text/cutText.ts";
import { SourceDownload } from "./SourceDownload.tsx";
import classes from "./SourceItem.module.css";
import { SourcePlaces } from "./SourcePlaces.tsx";
import { SourceQuote } from "./SourceQuote.tsx";

interface SourceDocumentProps {
  /** Sources in one document, at least one. */
  passages: readonly AnswerSource[];
  onOpen: (source: AnswerSource) => void;
}

/** A document with its passages below its name. */
export function SourceDocument({ passages, onOpen }: SourceDocumentProps) {
  const [first] = passages;
  if (!first) return null;
  const { name } = first.passage;
  const rows = passages.filter(({ passage }) => passage.content.trim() !== "" || passage.locations.length > 0);
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <button type="button" className={classes.name} title={name} onClick={() => onOpen(first)}>
          {cutTextAtWord(name, maxShownCharacters)}
        </button>
        {rows.length > 0 && (
          <ul className={classes.passages} aria-label={name}>
            {rows.map((source, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: passages are only added at the end
              <li key={position} className={classes.passage}>
                <SourcePlaces locations={source.passage.locations}>
                  {(places, moreButton) => (
                    <>
                      <button type="button" className={classes.passagePlace} onClick={() => onOpen(source)}>
                        {places.join(" · ") || t`Passage`}
                      </button>
                      {moreButton}
                    </>
                  )}
                </SourcePlaces>
                <SourceQuote text={source.passage.content.trim()} name={name} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <SourceDownload passage={first.passage} />
    </li>
  );
}
