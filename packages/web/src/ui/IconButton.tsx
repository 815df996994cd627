import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import classes from "./IconButton.module.css";
import { Tooltip } from "./tooltip/Tooltip.tsx";

interface IconButtonProps
  extends Omit<ActionIconProps, "aria-label" | "children">,
    Omit<ComponentPropsWithRef<"button">, keyof ActionIconProps | "title" | "aria-label" | "children"> {
  /** The accessible name and the tooltip. */
  name: string;
  /** Where the tooltip appears: by default above the button or, at the top of the window, below it. */
  tooltipPosition?: "left" | "right";
  /** The icon, about 18 px. */
  children: ReactNode;
}

/** A button that shows only an icon. At least 44 px wide and high on touch screens. */
export function IconButton({ name, tooltipPosition, children, className, ...props }: IconButtonProps) {
  const [pressedName, setPressedName] = useState<string | null>(null);
  return (
    // No tooltip covers what the button has opened. A long name, such as the reason why a button is disabled, must not overflow a phone's screen.
    <Tooltip
      label={name}
      position={tooltipPosition ?? "top"}
      multiline
      maw={260}
      disabled={props["aria-expanded"] === true || pressedName === name}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className={className ? `${classes.button} ${className}` : classes.button}
        {...props}
        aria-label={name}
        onClick={(event) => {
          setPressedName(name);
          props.onClick?.(event);
        }}
        onPointerLeave={(event) => {
          setPressedName(null);
          props.onPointerLeave?.(event);
        }}
        onBlur={(event) => {
          // A pressed button also loses the focus to the dialog that it opens, while the pointer is still on it.
          if (!event.currentTarget.matches(":hover")) setPressedName(null);
          props.onBlur?.(event);
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
