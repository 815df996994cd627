import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./Disclosure.module.css";

interface DisclosureProps {
  label: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Folds away what most people do not need. */
export function Disclosure({ label, isOpen, onToggle, children }: DisclosureProps) {
  const contentId = useId();
  return (
    <div>
      <UnstyledButton
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => onToggle(!isOpen)}
      >
        <IconChevronRight size={16} stroke={1.8} className={classes.chevron} aria-hidden />
        {label}
      </UnstyledButton>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
