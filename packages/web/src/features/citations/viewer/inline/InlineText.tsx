import { type ReactNode, use } from "react";
import { hideMissingGlyphs } from "../../../../entities/citations/hideMissingGlyphs.ts";
import { InlineMarkdownContext } from "./InlineMarkdownContext.ts";
import { type InlineRun, listInlineRuns } from "./listInlineRuns.ts";

interface InlineTextProps {
  text: string;
  /** The part to show, in UTF-16 code units; all of it if they are absent. */
  from?: number;
  to?: number;
}

/** A part of a document's text, with its emphasis and code if the document is Markdown. */
export function InlineText({ text, from = 0, to = text.length }: InlineTextProps): ReactNode {
  const isMarkdown = use(InlineMarkdownContext);
  if (!isMarkdown) return hideMissingGlyphs(text.slice(from, to));
  return listInlineRuns(text).map((run) => {
    const part = cutRun(run, from, to);
    if (part === "") return null;
    return run.tags.reduceRight<ReactNode>(
      (content, Tag) => <Tag key={run.from}>{content}</Tag>,
      hideMissingGlyphs(part),
    );
  });
}

/** Returns the part of a run that is in a range of the source. One that differs from its source is not cut. */
function cutRun(run: InlineRun, from: number, to: number): string {
  if (run.text.length !== run.to - run.from) return run.from >= from && run.from < to ? run.text : "";
  return run.text.slice(Math.max(0, from - run.from), Math.max(0, to - run.from));
}
