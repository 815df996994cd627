import { type ReactNode, useMemo } from "react";
import { getCsvColumns } from "../../../entities/chat/answer/structuredForm.ts";
import { CsvTable, parseOpenCsv } from "../../../ui/markdown/CsvTable.tsx";

interface CsvAnswerProps {
  /** The text of the question as typed, which requests CSV. */
  question: string;
  content: string;
  isLive: boolean;
  /** The steps of the answer, shown before the table. */
  steps: ReactNode;
  /** The content as Markdown, with the steps, shown if it does not start with the requested columns. */
  children: ReactNode;
}

const maxHeaderCharacters = 10_000;

/** An answer to a question that requests CSV, as a table. */
export function CsvAnswer({ question, content, isLive, steps, children }: CsvAnswerProps) {
  const columns = useMemo(() => getCsvColumns(question), [question]);
  const csv = content
    .trimStart()
    .replace(/^```[^\n]*\n/, "")
    .replace(/\n?```\s*$/, "");
  const header = parseOpenCsv(csv.slice(0, maxHeaderCharacters))[0] ?? [];
  const hasHeader = columns?.length === header.length && header.every((name, index) => name.trim() === columns[index]);
  if (!hasHeader) return children;
  return (
    <>
      {steps}
      <CsvTable csv={csv} isGrowing={isLive} />
    </>
  );
}
