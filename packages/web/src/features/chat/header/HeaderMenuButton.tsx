import { IconDots } from "@tabler/icons-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { preload } from "../../../lib/preload.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import type { HeaderMenuButtonProps } from "./headerMenuProps.ts";

const loadMenu = () => import("./HeaderMenu.tsx").then(({ HeaderMenu }) => ({ default: HeaderMenu }));
const HeaderMenu = lazy(loadMenu);
const preloadMenuProps = preload(loadMenu);

/** The menu for the actions that do not fit into the header of a narrow screen. */
export function HeaderMenuButton(props: HeaderMenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span>
      <IconButton
        ref={button}
        id={buttonId}
        name="More actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Pressing this button while the menu is open closes the menu. The click that follows must not reopen it.
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setIsOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
        {...preloadMenuProps}
      >
        <IconDots size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <HeaderMenu {...props} labelledBy={buttonId} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}
