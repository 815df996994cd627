import type { ArtifactContent } from "@lectern/contract";
import { toSafeFileName } from "../../../ui/markdown/code/codeFileName.ts";

const extensions: Readonly<Partial<Record<ArtifactContent["type"], string>>> = {
  static: "html",
  react: "jsx",
  next: "jsx",
  vue: "vue",
  angular: "ts",
  node: "js",
  json: "json",
  csv: "csv",
  svg: "svg",
  text: "md",
};

/** Returns an artifact as one file, named after it. */
export function toArtifactFile(content: Pick<ArtifactContent, "name" | "type" | "contents">): File {
  const { contents } = content;
  const text = contents.endsWith("\n") ? contents : `${contents}\n`;
  return new File([text], getFileName(content), { type: "text/plain;charset=utf-8" });
}

function getFileName({ name, type, contents }: Pick<ArtifactContent, "name" | "type" | "contents">): string {
  const isMarkdown = /^ {0,3}(?:```|~~~)/m.test(contents) && type !== "json";
  const isPage = type === "vanilla" && contents.trimStart().startsWith("<");
  const extension = isMarkdown ? "md" : isPage ? "html" : type === "vanilla" ? "js" : (extensions[type] ?? "txt");
  const hasExtension = /\.[a-z]\w{0,4}$/i.test(name);
  return toSafeFileName(hasExtension ? name : `${name}.${extension}`, `artifact.${extension}`);
}
