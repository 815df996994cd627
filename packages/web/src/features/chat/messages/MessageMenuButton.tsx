import { t } from "@lingui/core/macro";
import { IconDots } from "@tabler/icons-react";
import { lazy, useId, useRef, useState } from "react";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import classes from "./MessageActions.module.css";
import type { MessageMenuButtonProps } from "./messageMenuProps.ts";

const loadMenu = () => import("./MessageMenu.tsx").then(({ MessageMenu }) => ({ default: MessageMenu }));
const MessageMenu = lazy(loadMenu);
const preloadMenuProps = getPreloadProps(loadMenu);

/** The button that opens the menu of a message. The menu is rendered only while it is open. */
export function MessageMenuButton(props: MessageMenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpenRef = useRef(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => {
    setIsOpen(false);
    buttonRef.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.more} data-open={isOpen || undefined}>
      <button
        ref={buttonRef}
        id={buttonId}
        type="button"
        className={classes.button}
        data-action="more"
        aria-label={props.messageKind === "answer" ? t`More actions for the answer` : t`More actions for the message`}
        title={t`More actions`}
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
        <IconDots size={16} aria-hidden />
      </button>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <MessageMenu {...props} labelledBy={buttonId} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
