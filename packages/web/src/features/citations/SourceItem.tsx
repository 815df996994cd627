import { t } from "@lingui/core/macro";
import { maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import type { AnswerSource } from "../../entities/citations/getAnswerSources.ts";
import { cutTextAtWord } from "../../lib/text/cutText.ts";
import { SourceDownload } from "./SourceDownload.tsx";
import classes from "./SourceItem.module.css";
import { SourcePlaces } from "./SourcePlaces.tsx";
import { SourceQuote } from "./SourceQuote.tsx";

interface SourceItemProps {
  source: AnswerSource;
  /** The part of the passage that the answer is most likely to cite; null: none is known. */
  keySentence: string | null;
  onOpen: () => void;
}

/** One source of an answer: its numbers, quote, document and location. */
export function SourceItem({ source: { passage, numbers }, keySentence, onOpen }: SourceItemProps) {
  const { name, content, locations } = passage;
  const shownNumbers = numbers.join(", ");
  return (
    <li className={classes.item}>
      {/* Tab skips it, because the name does the same. */}
      <button
        type="button"
        className={classes.index}
        aria-label={t`Open source ${shownNumbers}`}
        tabIndex={-1}
        onClick={onOpen}
      >
        {shownNumbers}
      </button>
      <div className={classes.text}>
        <SourceQuote text={content.trim()} name={name} keySentence={keySentence} />
        <div className={classes.origin}>
          <button type="button" className={classes.name} title={name} onClick={onOpen}>
            {cutTextAtWord(name, maxShownCharacters)}
          </button>
          <SourcePlaces locations={locations}>
            {(places, moreButton) =>
              places.length > 0 && (
                <span className={classes.places}>
                  {places.map((place) => (
                    <span key={place} className={classes.place}>
                      {place}
                    </span>
                  ))}
                  {moreButton && <span className={classes.place}>{moreButton}</span>}
                </span>
              )
            }
          </SourcePlaces>
        </div>
      </div>
      <SourceDownload passage={passage} />
    </li>
  );
}
