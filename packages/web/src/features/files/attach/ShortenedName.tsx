import { VisuallyHidden } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./ShortenedName.module.css";
import { shortenInTheMiddle } from "./shortenInTheMiddle.ts";

/** A file name that is shortened in the middle if there is not enough space. The tooltip then has the whole name. */
export function ShortenedName({ name }: { name: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [shownName, setShownName] = useState(name);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const shorten = () => {
      const measure = createMeasure(element);
      setShownName(shortenInTheMiddle(name, (text) => measure(text) <= element.clientWidth));
    };
    shorten();
    const observer = new ResizeObserver(shorten);
    observer.observe(element);
    return () => observer.disconnect();
  }, [name]);
  return (
    <Tooltip label={name} multiline maw={320} disabled={shownName === name}>
      {/* As wide as the whole name if there is space, also while it is shortened. */}
      <span ref={ref} className={classes.name} data-name={name}>
        <span aria-hidden className={classes.shown}>
          {shownName}
        </span>
        <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

/** Returns a function that measures the width of a text in the font of the element, in CSS px. */
function createMeasure(element: HTMLElement): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return () => 0;
  context.font = getComputedStyle(element).font;
  return (text) => Math.ceil(context.measureText(text).width);
}
