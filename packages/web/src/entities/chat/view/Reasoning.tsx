import { t } from "@lingui/core/macro";
import { IconBulb, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import { useStickToEnd } from "../../../ui/useStickToEnd.ts";
import classes from "./Reasoning.module.css";

interface ReasoningProps {
  text: string;
  /** True while the reasoning is being written and the answer has not started. */
  isThinking: boolean;
  /** True while the answer is being written, including its reasoning. */
  isLive: boolean;
  onAppLink?: ((href: string) => void) | undefined;
}

/** The reasoning of the model, collapsed at first. While it is collapsed, its text is not rendered. */
export function Reasoning({ text, isThinking, isLive, onAppLink }: ReasoningProps) {
  // If the reasoning is expanded while the answer is being written, its height stays limited until it is collapsed, so
  // that nothing below it jumps.
  const [openState, setOpenState] = useState<"no" | "bounded" | "whole">("no");
  const textId = useId();
  const toggle = () => setOpenState(openState !== "no" ? "no" : isLive ? "bounded" : "whole");
  const reasoning = <Markdown source={text} streaming={isThinking} isQuiet onAppLink={onAppLink} />;
  return (
    <div className={classes.reasoning} data-thinking={isThinking || undefined}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={openState !== "no"}
        aria-controls={textId}
        onClick={toggle}
      >
        <IconBulb size={16} stroke={1.6} className={classes.icon} aria-hidden />
        <span>{isThinking ? t`Thinking…` : t`Thought process`}</span>
        <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
      </button>
      <div id={textId} className={classes.text} hidden={openState === "no"}>
        {openState === "whole" && reasoning}
        {openState === "bounded" && <FollowingBox>{reasoning}</FollowingBox>}
      </div>
    </div>
  );
}

/** A box with limited height that stays scrolled to its end until the reader scrolls up. */
function FollowingBox({ children }: { children: ReactNode }) {
  const { scrollRef, contentRef } = useStickToEnd();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={scrollRef} className={classes.box} aria-label={t`Thought process`} tabIndex={0}>
      <div ref={contentRef}>{children}</div>
    </section>
  );
}
