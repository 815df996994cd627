import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { CodeBlock } from "../code/CodeBlock.tsx";
import classes from "./expander.module.css";
import type { FenceProps } from "./fenceContributions.ts";

interface ExpanderFenceProps extends FenceProps {
  title: string;
}

/** Shows a block that starts collapsed behind a title. Its content is always shown as code. */
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
        {isOpen && <CodeBlock code={code} language={detectLanguage(code)} isComplete={isComplete} />}
      </div>
    </div>
  );
}

/** The fence does not name the language of its content. Content that looks like JSON is highlighted as JSON. */
const detectLanguage = (code: string) => (/^\s*[{[]/.test(code) ? "json" : "");
