// biome-ignore lint/style/noRestrictedImports: Loaded when a tooltip is first shown.
import { Tooltip, type TooltipProps } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { useOpenAfterMount } from "../modal/useOpenAfterMount.ts";

export type TooltipLook = Pick<TooltipProps, "label" | "multiline" | "maw" | "position">;

interface TooltipBubbleProps extends TooltipLook {
  target: HTMLElement;
  isOpen: boolean;
  onClose: () => void;
}

/** The text of a tooltip, beside its target. Esc or a press elsewhere closes it. */
export function TooltipBubble({ target, isOpen, onClose, ...look }: TooltipBubbleProps) {
  useClosing(target, isOpen, onClose);
  // A tooltip that is mounted open would first be painted in the corner of the window.
  return <Tooltip {...look} target={target} opened={useOpenAfterMount(isOpen)} />;
}

function useClosing(target: HTMLElement, isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const handleKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    const handlePointerDown = (event: PointerEvent) => {
      if (!event.composedPath().includes(target)) close();
    };
    addEventListener("keydown", handleKeyDown, true);
    addEventListener("pointerdown", handlePointerDown, true);
    return () => {
      removeEventListener("keydown", handleKeyDown, true);
      removeEventListener("pointerdown", handlePointerDown, true);
    };
  }, [target, isOpen]);
}
