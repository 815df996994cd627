import { type ComponentPropsWithRef, useId, useRef, useState } from "react";

interface MenuButton {
  isOpen: boolean;
  /** The id of the button, which labels the menu. */
  id: string;
  /** Closes the menu and moves the focus to the button. */
  close: () => void;
  buttonProps: Pick<ComponentPropsWithRef<"button">, "ref" | "id" | "aria-expanded" | "onPointerDown" | "onClick">;
}

/** The state of a button that opens a menu, such as an `ActionMenu`, which is rendered only while it is open. */
export function useMenuButton(): MenuButton {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpenRef = useRef(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  return {
    isOpen,
    id,
    close: () => {
      setIsOpen(false);
      buttonRef.current?.focus({ preventScroll: true });
    },
    buttonProps: {
      ref: buttonRef,
      id,
      "aria-expanded": isOpen,
      // Pressing the button while the menu is open closes the menu. The click that follows must not reopen it.
      onPointerDown: () => {
        wasOpenRef.current = isOpen;
      },
      onClick: () => {
        setIsOpen(!wasOpenRef.current);
        wasOpenRef.current = false;
      },
    },
  };
}
