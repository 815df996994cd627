import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { isAtLastPress } from "./lastPress.ts";
import type { TooltipBubble, TooltipLook } from "./TooltipBubble.tsx";

const openDelayMs = 400;

const loadBubble = () => import("./TooltipBubble.tsx");

/** Loads the code of tooltips, so that they also appear once the browser is offline. */
export const preloadTooltips = () => void loadBubble().catch(() => {});

interface TargetProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

interface TooltipProps extends TooltipLook {
  disabled?: boolean;
  /** True if a touch and the keyboard's focus show the tooltip too, not only a mouse. */
  isForTouchAndFocus?: boolean;
  /** An element that takes the handlers of pointer and focus events. */
  children: ReactElement<TargetProps>;
}

interface OpenedTooltip {
  target: HTMLElement;
  Bubble: typeof TooltipBubble;
  isOpen: boolean;
}

/**
 * A short text beside an element that the pointer rests on. The code that places it is large: it is loaded once the
 * person does something, and mounted when the text is first shown. If loading fails, there is no text.
 */
export function Tooltip({ children, disabled = false, isForTouchAndFocus = false, ...look }: TooltipProps) {
  const [opened, setOpened] = useState<OpenedTooltip | null>(null);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wantedTargetRef = useRef<HTMLElement | null>(null);
  const show = (target: HTMLElement, Bubble: typeof TooltipBubble) => {
    if (target === wantedTargetRef.current) setOpened({ target, Bubble, isOpen: true });
  };
  const open = (target: HTMLElement, delayMs: number) => {
    const loading = loadBubble();
    // The text only repeats or explains what is on the screen.
    loading.catch(() => {});
    wantedTargetRef.current = target;
    clearTimeout(timerRef.current);
    timerRef.current = setTimeout(() => {
      loading.then(
        ({ TooltipBubble }) => show(target, TooltipBubble),
        () => {},
      );
    }, delayMs);
  };
  const close = () => {
    wantedTargetRef.current = null;
    clearTimeout(timerRef.current);
    setOpened((current) => (current?.isOpen ? { ...current, isOpen: false } : current));
  };
  const closeEvent = useEffectEvent(close);
  useEffect(() => {
    if (disabled) closeEvent();
  }, [disabled]);
  useEffect(() => () => clearTimeout(timerRef.current), []);
  const { onPointerEnter, onPointerLeave, onFocus, onBlur } = children.props;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          onPointerEnter?.(event);
          if (event.pointerType !== "touch") {
            // What appears below a pointer that pressed something else and rests there was not looked for.
            if (!isAtLastPress(event)) open(event.currentTarget, openDelayMs);
          } else if (isForTouchAndFocus) open(event.currentTarget, 0);
        },
        onPointerLeave: (event) => {
          onPointerLeave?.(event);
          // A finger leaves when it is lifted.
          if (event.pointerType !== "touch") close();
        },
        onFocus: (event) => {
          onFocus?.(event);
          if (isForTouchAndFocus && event.currentTarget.matches(":focus-visible")) open(event.currentTarget, 0);
        },
        onBlur: (event) => {
          onBlur?.(event);
          if (isForTouchAndFocus) close();
        },
      })}
      {opened && <opened.Bubble {...look} target={opened.target} isOpen={opened.isOpen && !disabled} onClose={close} />}
    </>
  );
}
