import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { notifyRefusal } from "../../ui/notices/notify.tsx";
import { type GroupChange, getRefusalText } from "./groupTexts.ts";

interface RefusableButtonProps extends ButtonProps {
  kind: GroupChange;
  /** False if the person may not make the change. The button then says so. */
  isAllowed: boolean;
  onClick: () => void;
  children: ReactNode;
}

/**
 * A button for a change of a group. To administrators who have lost this level while the page was open, it looks
 * disabled and tells them why. It is not shown to other members.
 */
export function RefusableButton({ kind, isAllowed, onClick, ...props }: RefusableButtonProps) {
  return (
    <Button
      size="sm"
      {...props}
      aria-disabled={!isAllowed || undefined}
      data-disabled={!isAllowed}
      onClick={() => (isAllowed ? onClick() : notifyRefusal(getRefusalText(kind), { topic: "group" }))}
    />
  );
}
