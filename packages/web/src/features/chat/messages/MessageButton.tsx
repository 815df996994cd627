import type { ComponentPropsWithRef } from "react";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./MessageActions.module.css";

interface MessageButtonProps extends Omit<ComponentPropsWithRef<"button">, "name" | "title" | "aria-label"> {
  /** The accessible name. */
  name: string;
  /** A shorter name for the tooltip, if the name says to which message the button belongs. */
  shortName?: string;
  /** The reason why the button does nothing now. */
  blockedReason?: string | null;
}

/** A button below a message. A plain one, because a conversation may have hundreds of these buttons. */
export function MessageButton(props: MessageButtonProps) {
  const { name, shortName = name, blockedReason = null, className, onClick, ...rest } = props;
  const isBlocked = blockedReason !== null;
  return (
    // No tooltip covers what the button has opened.
    <Tooltip
      label={blockedReason ?? shortName}
      position="top"
      multiline
      maw={260}
      disabled={rest["aria-expanded"] === true}
    >
      <button
        type="button"
        {...rest}
        className={className ? `${classes.button} ${className}` : classes.button}
        aria-label={name}
        aria-disabled={isBlocked || undefined}
        aria-description={blockedReason ?? undefined}
        onClick={isBlocked ? undefined : onClick}
      />
    </Tooltip>
  );
}
