import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { formatLocations } from "../../../../entities/citations/formatLocations.ts";
import type { DocumentPassage } from "../../../../entities/citations/viewerStore.ts";
import classes from "../DocumentViewer.module.css";

/** The place of a passage in its document; nothing if it is unknown. */
export function PassagePlace({ passage: { index, locations } }: { passage: DocumentPassage }) {
  const text = [...(index === null ? [] : [t`Source ${index}`]), ...formatLocations(locations)].join(" · ");
  return text !== "" && <PlaceLine key={text} text={text} />;
}

/** A place on one line. If there is not enough space for it, pressing it shows the whole. */
function PlaceLine({ text }: { text: string }) {
  const boxRef = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    const box = boxRef.current;
    if (!box || isWhole) return;
    const measure = () => {
      const line = box.firstElementChild;
      setIsCut(line !== null && line.scrollWidth > line.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <div ref={boxRef} className={classes.place} data-whole={isWhole || undefined}>
      {isCut ? (
        <button type="button" title={text} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {text}
        </button>
      ) : (
        <p>{text}</p>
      )}
    </div>
  );
}
