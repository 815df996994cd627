import { VisuallyHidden } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./ShortenedName.module.css";

/** So that the extension and a number before it, as in `lecture 12.pdf`, stay visible. */
const endCharacters = 8;

/**
 * A file name that loses characters before its last eight if there is not enough space. The tooltip then has the whole
 * name.
 */
export function ShortenedName({ name }: { name: string }) {
  const startRef = useRef<HTMLSpanElement>(null);
  const [isShortened, setIsShortened] = useState(false);
  const characters = [...name];
  const start = characters.slice(0, -endCharacters).join("");
  const end = characters.slice(-endCharacters).join("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name needs another width
  useLayoutEffect(() => {
    const element = startRef.current;
    if (!element) return;
    const measure = () => setIsShortened(element.scrollWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [name]);
  return (
    <Tooltip label={name} multiline maw={320} disabled={!isShortened}>
      <span className={classes.name}>
        <span ref={startRef} aria-hidden className={classes.start}>
          {start}
        </span>
        <span aria-hidden className={classes.end}>
          {end}
        </span>
        <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
