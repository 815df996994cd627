import { Component, memo, type ReactNode, useMemo } from "react";
import { limitCombiningMarks } from "../limitCombiningMarks.ts";
import { Blocks } from "./Blocks.tsx";
import { Fence } from "./fences/Fence.tsx";
import { parseFence } from "./fences/fences.ts";
import classes from "./markdown.module.css";
import { completeOpenSection } from "./parse/completeOpenSection.ts";
import { lexBlocks } from "./parse/lexMarkdown.ts";

interface MarkdownSectionProps {
  raw: string;
  isFence: boolean;
  isOpen: boolean;
  /** How many fences precede the section in the text. */
  firstFence: number;
}

/**
 * Renders one section of an answer. If the section fails to render, its source is shown and other sections are not
 * affected.
 */
export const MarkdownSection = memo(function MarkdownSection({ isFence, ...section }: MarkdownSectionProps) {
  return (
    <MarkdownErrorBoundary raw={section.raw}>
      {isFence ? <FenceSection {...section} /> : <TextSection {...section} />}
    </MarkdownErrorBoundary>
  );
});

function FenceSection({ raw, isOpen, firstFence }: Omit<MarkdownSectionProps, "isFence">) {
  const { code, language } = useMemo(() => parseFence(raw), [raw]);
  return <Fence code={code} language={language} isComplete={!isOpen} index={firstFence} />;
}

function TextSection({ raw, isOpen, firstFence }: Omit<MarkdownSectionProps, "isFence">) {
  const tokens = useMemo(() => lexBlocks(isOpen ? completeOpenSection(raw) : raw), [raw, isOpen]);
  return <Blocks tokens={tokens} isOpen={isOpen} firstFence={firstFence} />;
}

class MarkdownErrorBoundary extends Component<{ raw: string; children: ReactNode }, { failedRaw: string | null }> {
  override state: { failedRaw: string | null } = { failedRaw: null };

  static getDerivedStateFromError() {
    return { failedRaw: "" };
  }

  override componentDidCatch() {
    this.setState({ failedRaw: this.props.raw });
  }

  override componentDidUpdate() {
    // Retry when the text has grown.
    const { failedRaw } = this.state;
    if (failedRaw !== null && failedRaw !== "" && failedRaw !== this.props.raw) this.setState({ failedRaw: null });
  }

  override render() {
    if (this.state.failedRaw === null) return this.props.children;
    return <p className={classes.source}>{limitCombiningMarks(this.props.raw)}</p>;
  }
}
