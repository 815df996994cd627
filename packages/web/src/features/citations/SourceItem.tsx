import type { CitedPassage } from "@lectern/contract";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { formatLocations, longestShown } from "../../entities/citations/formatLocations.ts";
import { downloadOriginal } from "../../entities/files/downloadOriginal.ts";
import { useSession } from "../../entities/session/session.ts";
import { cutText } from "../../lib/cutText.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { mayDownloadSource } from "./mayDownloadSource.ts";
import classes from "./SourceItem.module.css";
import { shortQuote } from "./shortQuote.ts";

/** One source of an answer: its number, the document, the place and what it says there. */
export function SourceItem({ source, onOpen }: { source: CitedPassage; onOpen: () => void }) {
  const { index, name, key, content, locations } = source;
  const session = useSession();
  const userId = session.status === "signedIn" ? session.user.id : "";
  return (
    <li className={classes.item}>
      <span className={classes.index}>{index}</span>
      <div className={classes.text}>
        <div className={classes.head}>
          <button type="button" className={classes.name} title={name} onClick={onOpen}>
            {cutText(name, longestShown)}
          </button>
          {formatLocations(locations).map((place) => (
            <span key={place} className={classes.place}>
              {place}
            </span>
          ))}
        </div>
        <Quote text={content.trim()} />
      </div>
      {key !== null && mayDownloadSource(source, userId) && (
        <IconButton name={`Download ${name}`} onClick={() => void downloadOriginal(key, name)}>
          <IconDownload size={16} stroke={1.6} />
        </IconButton>
      )}
    </li>
  );
}

/** What the source says: its beginning, until more is asked for. */
function Quote({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const short = shortQuote(text, longestShown);
  if (text === "") return null;
  return (
    <blockquote className={classes.quote} data-whole={isWhole || undefined}>
      {isWhole ? text : short}
      {short.length < text.length && (
        <button type="button" className={classes.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </button>
      )}
    </blockquote>
  );
}
