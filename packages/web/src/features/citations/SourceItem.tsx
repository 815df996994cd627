import { t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { formatLocations, maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import type { AnswerSource } from "../../entities/citations/getAnswerSources.ts";
import { downloadOriginal } from "../../entities/files/downloadOriginal.ts";
import { useSession } from "../../entities/session/session.ts";
import { cutText } from "../../lib/cutText.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { canDownloadSource } from "./canDownloadSource.ts";
import classes from "./SourceItem.module.css";
import { shortenQuote } from "./shortenQuote.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/** One source of an answer: its numbers, document, location and quote. */
export function SourceItem({ source: { passage, numbers }, onOpen }: { source: AnswerSource; onOpen: () => void }) {
  const { name, key, content, locations } = passage;
  const session = useSession();
  const userId = session.status === "signedIn" ? session.user.id : "";
  return (
    <li className={classes.item}>
      <span className={classes.index}>{numbers.join(", ")}</span>
      <div className={classes.text}>
        <div className={classes.head}>
          <button type="button" className={classes.name} title={name} onClick={onOpen}>
            {cutText(name, maxShownCharacters)}
          </button>
          {formatLocations(locations).map((location) => (
            <span key={location} className={classes.place}>
              {location}
            </span>
          ))}
        </div>
        <Quote text={content.trim()} />
      </div>
      {key !== null && canDownloadSource(passage, userId) && (
        <IconButton name={t`Download ${name}`} onClick={() => void downloadOriginal(key, name)}>
          <IconDownload size={16} stroke={1.6} />
        </IconButton>
      )}
    </li>
  );
}

/** A quote that is truncated until it is expanded. */
function Quote({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shortText = shortenQuote(text, maxShownCharacters);
  if (text === "") return null;
  return (
    <blockquote className={classes.quote} data-whole={isExpanded || undefined}>
      {isExpanded ? toPlainQuote(text) : shortText}
      {shortText.length < text.length && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? t`Show less` : t`Show more`}
        </button>
      )}
    </blockquote>
  );
}
