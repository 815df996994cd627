import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./FootDisclosure.module.css";

interface FootDisclosureProps {
  icon: ReactNode;
  /** On the button, such as `3 sources`. */
  label: string;
  /** Of the panel. */
  title: string;
  /** Of the panel. */
  className: string | undefined;
  children: ReactNode;
}

/** A button in the foot of an answer, which expands a panel below the row of buttons. */
export function FootDisclosure({ icon, label, title, className, children }: FootDisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
        {label}
        <IconChevronDown size={14} stroke={1.8} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <section id={panelId} ref={scrollIntoView} className={`${classes.panel} ${className ?? ""}`} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          {children}
        </section>
      )}
    </>
  );
}

/** The panel opens at the end of an answer, which is often at the lower edge of the window. */
const scrollIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: "nearest" });
