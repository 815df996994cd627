import type { ContentItem } from "@lectern/contract";

/** Returns items of a document as headings and paragraphs without attributes. All text is escaped. */
export function buildDisclosureHtml(items: readonly Pick<ContentItem, "content" | "kind">[]): string {
  return items
    .map(({ content, kind }) => {
      const tag = kind === "heading" ? "h2" : "p";
      return `<${tag}>${escapeText(content).replaceAll("\n", "<br>")}</${tag}>`;
    })
    .join("\n");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
