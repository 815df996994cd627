import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { CodeBlock } from "../code/CodeBlock.tsx";
import classes from "./expander.module.css";
import type { FenceProps } from "./fences.ts";

interface ExpanderFenceProps extends FenceProps {
  title: string;
}

/** [C2.10] A block that is folded behind its title at first. What it holds is shown as text, whatever it says. */
export function ExpanderFence({ title, code, isComplete }: ExpanderFenceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const contentId = useId();
  return (
    <div className={classes.expander}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setIsOpen((open) => !open)}
      >
        <IconChevronRight size={16} stroke={1.8} className={classes.chevron} aria-hidden="true" />
        {title}
      </button>
      <div id={contentId} hidden={!isOpen}>
        {isOpen && <CodeBlock code={code} language={languageOf(code)} isComplete={isComplete} />}
      </div>
    </div>
  );
}

/** Nothing says what it is written in; what looks like JSON is coloured as that. */
const languageOf = (code: string) => (/^\s*[{[]/.test(code) ? "json" : "");
