import { IconDots } from "@tabler/icons-react";
import { lazy, useId, useRef, useState } from "react";
import { getPreloadProps } from "../../../lib/getPreloadProps.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import classes from "./ChatHeader.module.css";
import type { HeaderMenuButtonProps } from "./headerMenuProps.ts";

const loadMenu = () => import("./HeaderMenu.tsx").then(({ HeaderMenu }) => ({ default: HeaderMenu }));
const HeaderMenu = lazy(loadMenu);
const preloadMenuProps = getPreloadProps(loadMenu);

/** The menu for the actions that do not fit into the header of a narrow screen. */
export function HeaderMenuButton(props: HeaderMenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpenRef = useRef(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => {
    setIsOpen(false);
    buttonRef.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.menuAnchor}>
      <IconButton
        ref={buttonRef}
        id={buttonId}
        name="More actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Pressing this button while the menu is open closes the menu. The click that follows must not reopen it.
        onPointerDown={() => {
          wasOpenRef.current = isOpen;
        }}
        onClick={() => {
          setIsOpen(!wasOpenRef.current);
          wasOpenRef.current = false;
        }}
        {...preloadMenuProps}
      >
        <IconDots size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <HeaderMenu {...props} labelledBy={buttonId} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
