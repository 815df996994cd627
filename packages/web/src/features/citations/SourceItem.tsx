import { formatLocations, maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import type { AnswerSource } from "../../entities/citations/getAnswerSources.ts";
import { cutText } from "../../lib/cutText.ts";
import { SourceDownload } from "./SourceDownload.tsx";
import classes from "./SourceItem.module.css";
import { SourceQuote } from "./SourceQuote.tsx";

/** One source of an answer: its numbers, document, location and quote. */
export function SourceItem({ source: { passage, numbers }, onOpen }: { source: AnswerSource; onOpen: () => void }) {
  const { name, content, locations } = passage;
  return (
    <li className={classes.item}>
      <span className={classes.index}>{numbers.join(", ")}</span>
      <div className={classes.text}>
        <div className={classes.head}>
          <button type="button" className={classes.name} title={name} onClick={onOpen}>
            {cutText(name, maxShownCharacters)}
          </button>
          {locations.length > 0 && (
            <span className={classes.places}>
              {formatLocations(locations).map((location) => (
                <span key={location} className={classes.place}>
                  {location}
                </span>
              ))}
            </span>
          )}
        </div>
        <SourceQuote text={content.trim()} name={name} />
      </div>
      <SourceDownload passage={passage} />
    </li>
  );
}
