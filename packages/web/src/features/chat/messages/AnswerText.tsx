import { Fragment, Suspense, useMemo } from "react";
import { mayRequestCsv, toShownMarkdown } from "../../../entities/chat/answer/mayBeStructured.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import { Markdown, type MarkdownInsert } from "../../../ui/markdown/Markdown.tsx";
import classes from "./Message.module.css";

const CsvAnswer = lazy(() => import("./CsvAnswer.tsx").then(({ CsvAnswer }) => ({ default: CsvAnswer })));

interface AnswerTextProps {
  /** The text as typed of the message that the answer answers. */
  question: string | undefined;
  content: string;
  /** The steps of the answer, which stand between its blocks. */
  inserts: readonly MarkdownInsert[];
  isLive: boolean;
  isSourceShown: boolean;
  onAppLink: (href: string) => void;
}

/** The text of an answer: as Markdown, as its source or, if the question requests it, as a table of CSV. */
export function AnswerText({ question, content, inserts, isLive, isSourceShown, onAppLink }: AnswerTextProps) {
  const source = toShownMarkdown(question, content);
  // Text that becomes one block of code cannot be divided.
  const isWrapped = source !== content;
  const placedInserts = useMemo(
    () => (isWrapped ? inserts.map((insert) => ({ ...insert, offset: 0 })) : inserts),
    [inserts, isWrapped],
  );
  const insertNodes = inserts.map(({ key, node }) => <Fragment key={key}>{node}</Fragment>);
  if (isSourceShown) {
    return (
      <>
        {insertNodes}
        <div className={classes.source}>{limitCombiningMarks(content)}</div>
      </>
    );
  }
  const markdown = <Markdown source={source} inserts={placedInserts} streaming={isLive} onAppLink={onAppLink} />;
  if (!mayRequestCsv(question)) return markdown;
  return (
    <Suspense fallback={markdown}>
      <CsvAnswer question={question} content={content} isLive={isLive} steps={insertNodes}>
        {markdown}
      </CsvAnswer>
    </Suspense>
  );
}
