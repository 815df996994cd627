import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import { memo, type ReactNode, use, useMemo } from "react";
import { limitCombiningMarks } from "../limitCombiningMarks.ts";
import { CitableText } from "./citations/CitableText.tsx";
import classes from "./markdown.module.css";
import { AppLinkContext, DefinitionsContext } from "./markdownContext.ts";
import { MathFormula } from "./math/MathFormula.tsx";
import { decodeEntities } from "./parse/decodeEntities.ts";
import { type Definitions, findLabels, lexInline, noDefinitions } from "./parse/lexMarkdown.ts";
import { getImageSource, getLinkTarget } from "./parse/linkTarget.ts";

/**
 * Renders inline markdown: text with emphasis, code, links and formulas. Memoized: unchanged text is not lexed again.
 */
export const Inline = memo(function Inline({ text }: { text: string }) {
  const definitions = useDefinitions(text);
  return useMemo(() => {
    const tokens = lexInline(limitCombiningMarks(text), definitions);
    return <Parts tokens={tokens} isInLink={false} />;
  }, [text, definitions]);
});

/** Returns link definitions; the same object until a definition is added that `text` uses. */
function useDefinitions(text: string): Definitions {
  const labels = useMemo(() => findLabels(text), [text]);
  const definitions = labels.length > 0 ? use(DefinitionsContext) : noDefinitions;
  const usedUrls = labels.map((label) => definitions[label]?.href ?? "").join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other definitions do not change the text.
  return useMemo(() => definitions, [usedUrls, text]);
}

interface PartsProps {
  tokens: readonly MarkdownToken[];
  /** True inside a link. Links cannot be nested, so there links, and images shown as links, become text. */
  isInLink: boolean;
}

function Parts({ tokens, isInLink }: PartsProps): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity than their position
  return tokens.map((token, index) => <Part key={index} token={token} isInLink={isInLink} />);
}

function Part({ token, isInLink }: { token: MarkdownToken; isInLink: boolean }): ReactNode {
  switch (token.type) {
    case "text":
      return !isInLink && /\[ ?\d/.test(token.text) ? <CitableText text={token.text} /> : decodeEntities(token.text);
    case "escape":
      return token.text;
    case "strong":
      return <strong>{renderParts(token, isInLink)}</strong>;
    case "em":
      return <em>{renderParts(token, isInLink)}</em>;
    case "del":
      return <del>{renderParts(token, isInLink)}</del>;
    case "codespan":
      return (
        <code dir="ltr" data-unbroken={isShortCode(token.text) || undefined}>
          {token.text}
        </code>
      );
    case "br":
      return <br />;
    case "html":
      // `<br>` is the only tag that models need, for line breaks in table cells. Render our own element, never the
      // model's markup.
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    case "link":
      return isInLink ? renderParts(token, true) : <TextLink href={token.href}>{renderParts(token, true)}</TextLink>;
    case "image":
      return <MarkdownImage token={token} isInLink={isInLink} />;
    case "math":
      return <MathFormula tex={token.tex} isDisplay={token.isDisplay} />;
    default:
      return token.raw;
  }
}

function renderParts(token: { tokens?: Tokens.Generic[] }, isInLink: boolean): ReactNode {
  return <Parts tokens={narrowTokens(token.tokens)} isInLink={isInLink} />;
}

function TextLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  const openAppLink = use(AppLinkContext);
  const target = getLinkTarget(href);
  switch (target.kind) {
    case "web":
      return (
        <a href={target.href} title={target.href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      );
    case "mail":
      return <a href={target.href}>{children}</a>;
    case "app":
      if (!openAppLink) return children;
      return (
        <button type="button" className={classes.appLink} onClick={() => openAppLink(target.href)}>
          {children}
        </button>
      );
    case "text":
      return children;
  }
}

function MarkdownImage({ token, isInLink }: { token: Tokens.Image; isInLink: boolean }): ReactNode {
  const source = getImageSource(token.href, globalThis.location?.origin);
  const text = decodeEntities(token.text);
  // `lazy` also keeps React from preloading the image.
  if (source) return <img src={source} alt={text} loading="lazy" decoding="async" referrerPolicy="no-referrer" />;
  const label = text || "Image";
  return isInLink || getLinkTarget(token.href).kind !== "web" ? label : <TextLink href={token.href}>{label}</TextLink>;
}

/** True for code with spaces that is so short that a line breaks before it rather than in it. */
const isShortCode = (text: string) => text.length <= 24 && text.includes(" ");
