import type { ComponentType } from "react";

export interface FenceProps {
  code: string;
  /** Lower case; "" if the fence names none. */
  language: string;
  /** False while more of the block may come. */
  isComplete: boolean;
}

const renderers = new Map<string, ComponentType<FenceProps>>();

/** @public Registers a component that renders code blocks of a language instead of the plain block. */
export function registerFence(language: string, component: ComponentType<FenceProps>): void {
  renderers.set(language.toLowerCase(), component);
}

/** The component registered for this language, if any. */
export function findFenceRenderer(language: string): ComponentType<FenceProps> | undefined {
  return renderers.get(language);
}

/** The code and language of a fenced section. */
export function parseFence(raw: string): { code: string; language: string } {
  const lines = raw.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
  const opener = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(lines[0] ?? "");
  const [, indent = "", marks = "", info = ""] = opener ?? [];
  const body = lines.slice(1);
  const closer = body.at(-1)?.trim() ?? "";
  const isClosed = closer.length >= marks.length && closer === marks.charAt(0).repeat(closer.length);
  if (isClosed) body.pop();
  const indentPattern = new RegExp(`^ {0,${indent.length}}`);
  const code = indent === "" ? body : body.map((line) => line.replace(indentPattern, ""));
  return { code: code.join("\n"), language: fenceLanguage(info) };
}

/** The language in a fence's info string, as in `python title="x"` or `{r, echo=FALSE}`. */
export function fenceLanguage(info: string | undefined): string {
  return (
    /^\s*\{?\.?([^\s{},:]*)/
      .exec(info ?? "")?.[1]
      ?.slice(0, 40)
      .toLowerCase() ?? ""
  );
}
