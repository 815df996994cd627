import { VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./ShortenedName.module.css";

/** So that the extension and a number before it, as in `lecture 12.pdf`, stay visible. */
const endCharacters = 10;

/** A file name that is shortened in the middle if there is not enough space. The tooltip then has the whole name. */
export function ShortenedName({ name }: { name: string }) {
  const [isShortened, setIsShortened] = useState(false);
  const characters = [...name];
  const start = characters.slice(0, -endCharacters).join("");
  const end = characters.slice(-endCharacters).join("");
  return (
    <Tooltip label={name} multiline maw={320} disabled={!isShortened}>
      <span
        className={classes.name}
        onPointerEnter={({ currentTarget: { firstElementChild: element } }) =>
          setIsShortened(element instanceof HTMLElement && element.scrollWidth > element.clientWidth)
        }
      >
        <span aria-hidden className={classes.start}>
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
