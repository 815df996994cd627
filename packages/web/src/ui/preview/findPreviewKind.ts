/** How an artifact is previewed. `program`: it runs on a server, so that it can only be downloaded. */
export type PreviewKind =
  | "sandbox"
  | "angular"
  | "program"
  | "text"
  | "markdown"
  | "mermaid"
  | "json"
  | "csv"
  | "svg"
  | "unsupported";

/** Finds how an artifact is previewed. Text is Markdown or a diagram if its name or content says so. */
export function findPreviewKind(type: string, name: string, contents: string): PreviewKind {
  switch (type) {
    case "static":
    case "vanilla":
    case "react":
    case "vue":
      return "sandbox";
    case "angular":
    case "json":
    case "csv":
    case "svg":
      return type;
    case "node":
    case "next":
      return "program";
    case "text":
      return findTextKind(name, contents.slice(0, examinedCharacters));
    default:
      return "unsupported";
  }
}

/** The beginning says what a text is, and a long one would take long to match. */
const examinedCharacters = 5_000;

function findTextKind(name: string, beginning: string): PreviewKind {
  if (mermaidStart.test(beginning)) return "mermaid";
  return /\.(?:md|markdown)$/i.test(name) || markdownMark.test(beginning) ? "markdown" : "text";
}

const mermaidStart =
  /^\s*(?:(?:```|~~~)\s*mermaid\b|%%|(?:graph|flowchart)\s+(?:TB|TD|BT|LR|RL)\b|(?:sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|pie|mindmap|timeline|journey|gitGraph|quadrantChart)\s*$)/m;
const markdownMark = /^(?:#{1,6} \S|```|~~~|\|.*\|\s*$|[*-] \[[ x]\] )|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\(https?:/m;
