import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { notifyError } from "../../ui/notices/notify.tsx";
import { type GroupChange, getRefusalText } from "./groupTexts.ts";

interface RefusableButtonProps extends ButtonProps {
  kind: GroupChange;
  /** False if the person may not make the change. The button then says so. */
  isAllowed: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button for a change of a group. It looks disabled to members who may not make it, and tells them why. */
export function RefusableButton({ kind, isAllowed, onClick, ...props }: RefusableButtonProps) {
  return (
    <Button
      size="sm"
      {...props}
      aria-disabled={!isAllowed || undefined}
      data-disabled={!isAllowed}
      onClick={() => (isAllowed ? onClick() : notifyError(getRefusalText(kind), { closes: true }))}
    />
  );
}
