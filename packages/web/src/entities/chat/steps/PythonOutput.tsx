import { t } from "@lingui/core/macro";
import { useLayoutEffect, useRef } from "react";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import classes from "./steps.module.css";

/** What code prints while it runs. It shows the last lines, unless the person has scrolled up. */
export function PythonOutput({ text }: { text: string }) {
  const boxRef = useRef<HTMLElement>(null);
  const isAtEndRef = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box && isAtEndRef.current) box.scrollTop = box.scrollHeight;
  }, [text]);
  return (
    <section
      ref={boxRef}
      className={classes.output}
      aria-label={t`Output so far`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="ltr"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEndRef.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
    >
      {limitCombiningMarks(text)}
    </section>
  );
}
