import { IconBulb, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import { useStickToEnd } from "../thread/useStickToEnd.ts";
import classes from "./Reasoning.module.css";

interface ReasoningProps {
  text: string;
  /** It still comes, and nothing of the answer is there yet. */
  isThinking: boolean;
  /** The answer is being written. */
  isLive: boolean;
  onAppLink: (href: string) => void;
}

/** What the model thought before it answered, folded. While it is folded, nothing of it is read or drawn. */
export function Reasoning({ text, isThinking, isLive, onAppLink }: ReasoningProps) {
  // Opened while the answer comes, it keeps its bounded box until it is folded: what stands below must not jump.
  const [opened, setOpened] = useState<"no" | "bounded" | "whole">("no");
  const textId = useId();
  const toggle = () => setOpened(opened !== "no" ? "no" : isLive ? "bounded" : "whole");
  const thoughts = <Markdown source={text} streaming={isThinking} isQuiet onAppLink={onAppLink} />;
  return (
    <div className={classes.reasoning} data-thinking={isThinking || undefined}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={opened !== "no"}
        aria-controls={textId}
        onClick={toggle}
      >
        <IconBulb size={16} stroke={1.6} className={classes.icon} aria-hidden />
        <span>{isThinking ? "Thinking…" : "Thought process"}</span>
        <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
      </button>
      <div id={textId} className={classes.text} hidden={opened === "no"}>
        {opened === "whole" && thoughts}
        {opened === "bounded" && <FollowingBox>{thoughts}</FollowingBox>}
      </div>
    </div>
  );
}

/** A box of a bounded height that stays at its end while the reader does. */
function FollowingBox({ children }: { children: ReactNode }) {
  const { scrollRef, contentRef } = useStickToEnd();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={scrollRef} className={classes.box} aria-label="Thought process" tabIndex={0}>
      <div ref={contentRef}>{children}</div>
    </section>
  );
}
