import { useEffect, useRef, useState } from "react";
import classes from "../DocumentViewer.module.css";

/** The place of a passage on one line. If there is not enough space for it, pressing it shows the whole. */
export function PassagePlace({ text }: { text: string }) {
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
