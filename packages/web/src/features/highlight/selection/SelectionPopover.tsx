import { t } from "@lingui/core/macro";
import { Portal } from "@mantine/core";
import { IconEdit, IconMessage2, IconRowInsertBottom } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { HighlightMode } from "../highlightStore.ts";
import { getModeLabel } from "../modeLabels.ts";
import classes from "./SelectionPopover.module.css";
import type { SelectedPart } from "./useSelectedPart.ts";

interface SelectionPopoverProps {
  part: SelectedPart;
  onChoose: (mode: HighlightMode) => void;
  onDismiss: () => void;
}

const modes = [
  { mode: "prompt", Icon: IconMessage2 },
  { mode: "fastEdit", Icon: IconEdit },
  { mode: "composite", Icon: IconRowInsertBottom },
] as const;

/** The modes for a selection. It does not take the focus, so that the selection can still be extended by keyboard. */
export function SelectionPopover(props: SelectionPopoverProps) {
  return (
    <Portal>
      <ModeToolbar {...props} />
    </Portal>
  );
}

/** Inside of the portal, which renders nothing at first: the effect that places the box needs the box. */
function ModeToolbar({ part: { range, selection }, onChoose, onDismiss }: SelectionPopoverProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  usePlaceBeside(boxRef, range);
  useKeys(boxRef, onDismiss);
  return (
    <div
      ref={boxRef}
      role="toolbar"
      aria-label={t`Selected text`}
      data-highlight-popover
      className={classes.popover}
      // The selection would be lost.
      onMouseDown={(event) => event.preventDefault()}
    >
      {selection === null ? (
        <p role="status" className={classes.invalid}>{t`Invalid Selection`}</p>
      ) : (
        modes.map(({ mode, Icon }) => (
          <button key={mode} type="button" className={classes.mode} onClick={() => onChoose(mode)}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {getModeLabel(mode)}
          </button>
        ))
      )}
    </div>
  );
}

const gap = 8;

/** Places the box below the selection, where the menu of a touch device does not cover it, or else above it. */
function usePlaceBeside(boxRef: { current: HTMLElement | null }, range: Range): void {
  useLayoutEffect(() => {
    const place = () => {
      const box = boxRef.current;
      if (!box) return;
      const rect = range.getBoundingClientRect();
      const below = rect.bottom + gap;
      const top = below + box.offsetHeight + gap <= innerHeight ? below : rect.top - gap - box.offsetHeight;
      const left = rect.left + (rect.width - box.offsetWidth) / 2;
      box.style.top = `${clamp(top, innerHeight - box.offsetHeight)}px`;
      box.style.left = `${clamp(left, document.documentElement.clientWidth - box.offsetWidth)}px`;
    };
    place();
    document.addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      document.removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  }, [boxRef, range]);
}

const clamp = (value: number, max: number) => Math.max(gap, Math.min(value, max - gap));

/** Tab moves the focus to the modes, Esc dismisses them. */
function useKeys(boxRef: { current: HTMLElement | null }, onDismiss: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const box = boxRef.current;
      const isInside = box?.contains(document.activeElement) === true;
      if (event.key === "Escape") {
        event.preventDefault();
        onDismiss();
      } else if (event.key === "Tab" && !event.shiftKey && !isInside) {
        const first = box?.querySelector("button");
        if (first) event.preventDefault();
        first?.focus();
      } else if (isInside && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
        const buttons = [...(box?.querySelectorAll("button") ?? [])];
        const index = buttons.findIndex((button) => button.matches(":focus"));
        const step = event.key === "ArrowRight" ? 1 : -1;
        event.preventDefault();
        buttons.at((index + step) % buttons.length)?.focus();
      }
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [boxRef, onDismiss]);
}
