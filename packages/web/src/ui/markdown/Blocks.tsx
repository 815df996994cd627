import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import { memo } from "react";
import { limitCombiningMarks } from "../limitCombiningMarks.ts";
import { Fence } from "./fences/Fence.tsx";
import { countFencesBefore } from "./fences/fenceIndex.ts";
import { parseFenceLanguage } from "./fences/fences.ts";
import { Inline } from "./Inline.tsx";
import { MarkdownList } from "./MarkdownList.tsx";
import { MarkdownTable } from "./MarkdownTable.tsx";
import classes from "./markdown.module.css";
import { MathFormula } from "./math/MathFormula.tsx";

interface BlocksProps {
  tokens: readonly MarkdownToken[];
  /** True if the last block may still grow. */
  isOpen: boolean;
  /** How many fences precede the blocks in the text. */
  firstFence: number;
  /** True in a list or quote, which has the direction of its first text. */
  isNested?: boolean;
}

/** Renders a list of blocks. */
export function Blocks({ tokens, isOpen, firstFence, isNested = false }: BlocksProps) {
  const lastIndex = tokens.length - 1;
  const firstFences = countFencesBefore(
    tokens.map((token) => [token]),
    firstFence,
  );
  return tokens.map((token, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only appended
      key={index}
      token={token}
      isOpen={isOpen && index === lastIndex}
      firstFence={firstFences[index] ?? firstFence}
      isNested={isNested}
    />
  ));
}

interface BlockProps {
  token: MarkdownToken;
  isOpen: boolean;
  firstFence: number;
  isNested: boolean;
}

/** Lexing creates new tokens for the same text, so compare the source to decide if a block must render again. */
const Block = memo(BlockContent, (before, after) => {
  const isSameKind = before.token.type === after.token.type && before.isOpen === after.isOpen;
  return isSameKind && before.token.raw === after.token.raw && before.firstFence === after.firstFence;
});

function BlockContent({ token, isOpen, firstFence, isNested }: BlockProps) {
  const dir = isNested ? undefined : "auto";
  switch (token.type) {
    case "paragraph":
      return (
        <p dir={dir}>
          <Inline text={token.text} />
        </p>
      );
    case "text":
      return <Inline text={token.text} />;
    case "heading":
      return <Heading depth={token.depth} text={token.text} dir={dir} />;
    case "code":
      return <CodeToken token={token} isOpen={isOpen} index={firstFence} />;
    case "list":
      return <MarkdownList token={token} isOpen={isOpen} firstFence={firstFence} dir={dir} />;
    case "table":
      return <MarkdownTable token={token} />;
    case "blockquote":
      return (
        <blockquote dir={dir}>
          <Blocks tokens={narrowTokens(token.tokens)} isOpen={isOpen} firstFence={firstFence} isNested />
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
function Heading({ depth, text, dir }: { depth: number; text: string; dir: "auto" | undefined }) {
  const Tag = headingTags[Math.min(depth, headingTags.length) - 1] ?? "h6";
  return (
    <Tag dir={dir}>
      <Inline text={text} />
    </Tag>
  );
}

const headingTags = ["h2", "h3", "h4", "h5", "h6"] as const;

function CodeToken({ token, isOpen, index }: { token: Tokens.Code; isOpen: boolean; index: number }) {
  const isComplete = !isOpen || token.codeBlockStyle === "indented" || /\n *(?:`{3,}|~{3,}) *\n?$/.test(token.raw);
  return (
    <Fence
      code={token.text.replace(/\n$/, "")}
      language={parseFenceLanguage(token.lang)}
      isComplete={isComplete}
      index={index}
    />
  );
}
