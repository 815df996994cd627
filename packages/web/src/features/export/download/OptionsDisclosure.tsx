import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./DownloadDialog.module.css";

interface OptionsDisclosureProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Folds the options away, because most people need none. */
export function OptionsDisclosure({ isOpen, onToggle, children }: OptionsDisclosureProps) {
  const contentId = useId();
  return (
    <div>
      <UnstyledButton
        className={classes.disclosure}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => onToggle(!isOpen)}
      >
        <IconChevronRight size={16} stroke={1.8} className={classes.chevron} aria-hidden />
        {t`Options`}
      </UnstyledButton>
      <div id={contentId} className={classes.options} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
