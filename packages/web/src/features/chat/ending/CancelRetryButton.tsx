import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import classes from "./AnswerEnding.module.css";

interface CancelRetryButtonProps {
  onClick: () => void;
  /** Called if the button disappears while it has the focus. */
  onFocusLost: () => void;
}

/** Cancels the automatic retry of an answer. Disappears with the countdown. */
export function CancelRetryButton({ onClick, onFocusLost }: CancelRetryButtonProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const onFocusLostRef = useRef(onFocusLost);
  useLayoutEffect(() => {
    onFocusLostRef.current = onFocusLost;
  });
  // The clean-up runs before the button is removed.
  useLayoutEffect(() => {
    const button = buttonRef.current;
    return () => {
      if (document.activeElement === button) onFocusLostRef.current();
    };
  }, []);
  return (
    <Button ref={buttonRef} size="xs" variant="default" className={classes.again} onClick={onClick}>
      {t`Cancel`}
    </Button>
  );
}
