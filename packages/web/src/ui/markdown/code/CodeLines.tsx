import { memo, type ReactNode } from "react";
import classes from "./codeBlock.module.css";

/** Lines are drawn in groups: text that is added at the end draws one group again. */
const linesPerGroup = 40;

/** Code, with the colours of its first lines as far as they are known (see highlightCode.ts). */
export function CodeLines({ code, colors }: { code: string; colors: readonly string[] }): ReactNode {
  const lines = code.split("\n");
  const groups: ReactNode[] = [];
  for (let first = 0; first < lines.length; first += linesPerGroup) {
    const last = first + linesPerGroup;
    const text = lines.slice(first, last).join("\n");
    const known = colors.slice(first, last).join("\n");
    groups.push(<LineGroup key={first} text={last < lines.length ? `${text}\n` : text} colors={known} />);
  }
  return groups;
}

const LineGroup = memo(function LineGroup({ text, colors }: { text: string; colors: string }): ReactNode {
  if (colors === "") return text;
  const parts: ReactNode[] = [];
  const runsByLine = colors.split("\n");
  let plain = "";
  text.split("\n").forEach((line, index) => {
    if (index > 0) plain += "\n";
    let at = 0;
    for (const [, length = "", kind = ""] of (runsByLine[index] ?? "").matchAll(/(\d+)([a-z])/g)) {
      const piece = line.slice(at, at + Number(length));
      at += piece.length;
      const name = classByKind[kind];
      if (name === undefined || piece.trim() === "") {
        plain += piece;
        continue;
      }
      if (plain !== "") parts.push(plain);
      plain = "";
      parts.push(
        <span key={parts.length} className={name}>
          {piece}
        </span>,
      );
    }
    plain += line.slice(at);
  });
  if (plain !== "") parts.push(plain);
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
