import { memo, type ReactNode } from "react";
import classes from "./codeBlock.module.css";

/** The size of a memoized group of lines. Appended text renders only the last group again. */
const linesPerGroup = 40;
/** Code with more lines is divided into blocks, because a browser lays out a whole block again if text is added. */
const groupsPerBlock = 25;

/** Renders code with colours for the lines highlighted so far. highlightCode.ts describes the format of `colors`. */
export function CodeLines({ code, colors }: { code: string; colors: readonly string[] }): ReactNode {
  const lines = code.split("\n");
  const groups: ReactNode[] = [];
  for (let start = 0; start < lines.length; start += linesPerGroup) {
    const end = start + linesPerGroup;
    const text = lines.slice(start, end).join("\n");
    const groupColors = colors.slice(start, end).join("\n");
    groups.push(<LineGroup key={start} text={end < lines.length ? `${text}\n` : text} colors={groupColors} />);
  }
  return groups.length > groupsPerBlock ? divideIntoBlocks(groups) : groups;
}

function divideIntoBlocks(groups: readonly ReactNode[]): ReactNode[] {
  const blocks: ReactNode[] = [];
  for (let start = 0; start < groups.length; start += groupsPerBlock) {
    blocks.push(
      <span key={start} className={classes.lines}>
        {groups.slice(start, start + groupsPerBlock)}
      </span>,
    );
  }
  return blocks;
}

const LineGroup = memo(function LineGroup({ text, colors }: { text: string; colors: string }): ReactNode {
  if (colors === "") return text;
  const parts: ReactNode[] = [];
  const runsByLine = colors.split("\n");
  let plainText = "";
  text.split("\n").forEach((line, index) => {
    if (index > 0) plainText += "\n";
    let offset = 0;
    for (const [, length = "", kind = ""] of (runsByLine[index] ?? "").matchAll(/(\d+)([a-z])/g)) {
      const token = line.slice(offset, offset + Number(length));
      offset += token.length;
      const className = classByKind[kind];
      if (className === undefined || token.trim() === "") {
        plainText += token;
        continue;
      }
      if (plainText !== "") parts.push(plainText);
      plainText = "";
      parts.push(
        <span key={parts.length} className={className}>
          {token}
        </span>,
      );
    }
    plainText += line.slice(offset);
  });
  if (plainText !== "") parts.push(plainText);
  return parts;
});

const classByKind: Readonly<Record<string, string | undefined>> = {
  c: classes.constant,
  d: classes.deleted,
  f: classes.function,
  h: classes.changed,
  i: classes.inserted,
  k: classes.keyword,
  l: classes.link,
  m: classes.comment,
  p: classes.parameter,
  s: classes.string,
  u: classes.punctuation,
};
