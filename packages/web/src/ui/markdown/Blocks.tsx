import type { Tokens } from "marked";
import { memo } from "react";
import { limitCombiningMarks } from "../limitCombiningMarks.ts";
import { Fence } from "./fences/Fence.tsx";
import { parseFenceLanguage } from "./fences/fences.ts";
import { Inline } from "./Inline.tsx";
import { MarkdownList } from "./MarkdownList.tsx";
import { MarkdownTable } from "./MarkdownTable.tsx";
import classes from "./markdown.module.css";
import { MathFormula } from "./math/MathFormula.tsx";
import { asMarkdownTokens, type MarkdownToken } from "./parse/lexMarkdown.ts";

/** Renders a list of blocks. If `isOpen` is true, the last block may still grow. */
export function Blocks({ tokens, isOpen }: { tokens: readonly MarkdownToken[]; isOpen: boolean }) {
  const lastIndex = tokens.length - 1;
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only appended
  return tokens.map((token, index) => <Block key={index} token={token} isOpen={isOpen && index === lastIndex} />);
}

interface BlockProps {
  token: MarkdownToken;
  isOpen: boolean;
}

/** Lexing creates new tokens for the same text, so compare the source to decide if a block must render again. */
const Block = memo(BlockContent, (before, after) => {
  const isSameKind = before.token.type === after.token.type && before.isOpen === after.isOpen;
  return isSameKind && before.token.raw === after.token.raw;
});

function BlockContent({ token, isOpen }: BlockProps) {
  switch (token.type) {
    case "paragraph":
      return (
        <p>
          <Inline text={token.text} />
        </p>
      );
    case "text":
      return <Inline text={token.text} />;
    case "heading":
      return <Heading depth={token.depth} text={token.text} />;
    case "code":
      return <CodeToken token={token} isOpen={isOpen} />;
    case "list":
      return <MarkdownList token={token} isOpen={isOpen} />;
    case "table":
      return <MarkdownTable token={token} />;
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={asMarkdownTokens(token.tokens)} isOpen={isOpen} />
        </blockquote>
      );
    case "math":
      return <MathFormula tex={token.tex} isDisplay={token.isDisplay} />;
    case "hr":
      return <hr />;
    case "space":
    case "def":
    case "checkbox":
      return null;
    default:
      return <p className={classes.source}>{limitCombiningMarks(token.raw)}</p>;
  }
}

/** Renders headings one level below the page's own heading: `#` becomes an h2. */
function Heading({ depth, text }: { depth: number; text: string }) {
  const Tag = headingTags[Math.min(depth, headingTags.length) - 1] ?? "h6";
  return (
    <Tag>
      <Inline text={text} />
    </Tag>
  );
}

const headingTags = ["h2", "h3", "h4", "h5", "h6"] as const;

function CodeToken({ token, isOpen }: { token: Tokens.Code; isOpen: boolean }) {
  const isComplete = !isOpen || token.codeBlockStyle === "indented" || /\n *(?:`{3,}|~{3,}) *\n?$/.test(token.raw);
  return (
    <Fence code={token.text.replace(/\n$/, "")} language={parseFenceLanguage(token.lang)} isComplete={isComplete} />
  );
}
