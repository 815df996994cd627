import { t } from "@lingui/core/macro";
import { IconRowInsertBottom } from "@tabler/icons-react";
import { changeHighlight, type Highlight } from "../highlightStore.ts";
import { isRepeatedClick } from "./clickDebounce.ts";
import classes from "./InsertMarker.module.css";

interface InsertMarkerProps {
  highlight: Highlight;
  /** The place in the source. */
  offset: number;
  isDisabled: boolean;
}

/** A place at which the model's text can be inserted. One is active at a time. */
export function InsertMarker({ highlight, offset, isDisabled }: InsertMarkerProps) {
  const isActive = highlight.insertOffset === offset;
  return (
    <button
      type="button"
      className={classes.marker}
      aria-pressed={isActive}
      disabled={isDisabled}
      onClick={({ timeStamp }) => {
        if (!isRepeatedClick(timeStamp)) changeHighlight(highlight, { insertOffset: isActive ? null : offset });
      }}
    >
      <IconRowInsertBottom size={14} stroke={1.6} aria-hidden />
      {t`Insert here`}
    </button>
  );
}
