interface PassageContent {
  content: string;
  /** Absent in passages that the server returned before it knew them apart. */
  headings?: string | undefined;
}

/** An initial line of headings (`A › B`), with which the text of an earlier passage may begin. */
const headingsPattern = /^\s*([^\n]* › [^\n]*)\n(?=\s*\S)/;

/** Returns a passage with the line of headings above it, empty if it has none, apart from its text. */
export function separateHeadings<P extends PassageContent>(passage: P): P & { headings: string } {
  if (passage.headings !== undefined) return { ...passage, headings: passage.headings };
  const [line = "", headings = ""] = headingsPattern.exec(passage.content) ?? [];
  return { ...passage, headings: headings.trim(), content: passage.content.slice(line.length) };
}
