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
}

/**
 * Renders one section of an answer. If the section fails to render, its source is shown and other sections are not
 * affected.
 */
export const MarkdownSection = memo(function MarkdownSection({ raw, isFence, isOpen }: MarkdownSectionProps) {
  return (
    <MarkdownErrorBoundary raw={raw}>
      {isFence ? <FenceSection raw={raw} isOpen={isOpen} /> : <TextSection raw={raw} isOpen={isOpen} />}
    </MarkdownErrorBoundary>
  );
});

function FenceSection({ raw, isOpen }: Omit<MarkdownSectionProps, "isFence">) {
  const { code, language } = useMemo(() => parseFence(raw), [raw]);
  return <Fence code={code} language={language} isComplete={!isOpen} />;
}

function TextSection({ raw, isOpen }: Omit<MarkdownSectionProps, "isFence">) {
  const tokens = useMemo(() => lexBlocks(isOpen ? completeOpenSection(raw) : raw), [raw, isOpen]);
  return <Blocks tokens={tokens} isOpen={isOpen} />;
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
