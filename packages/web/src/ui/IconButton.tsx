import { ActionIcon, type ActionIconProps, Tooltip } from "@mantine/core";
import type { ComponentPropsWithRef, ReactNode } from "react";
import classes from "./IconButton.module.css";

interface IconButtonProps
  extends Omit<ActionIconProps, "aria-label" | "children">,
    Omit<ComponentPropsWithRef<"button">, keyof ActionIconProps | "title" | "aria-label" | "children"> {
  /** The accessible name and the tooltip. */
  name: string;
  /** The icon, about 18 px. */
  children: ReactNode;
}

/** A button that shows only an icon. At least 40 px wide and high on touch screens. */
export function IconButton({ name, children, className, ...props }: IconButtonProps) {
  return (
    // No tooltip covers what the button has opened. A long name, such as the reason why a button is disabled, must not overflow a phone's screen.
    <Tooltip label={name} multiline maw={260} disabled={props["aria-expanded"] === true}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className={className ? `${classes.button} ${className}` : classes.button}
        {...props}
        aria-label={name}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
