import type { ReactNode } from "react";

/**
 * Shows the text of the agreement, which the server writes as headings and paragraphs. Only those become elements, and
 * without attributes, whatever the HTML contains.
 */
export function AgreementText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.children].map((element, index) => {
    const Tag = element.tagName === "H2" ? "h2" : "p";
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    return <Tag key={index}>{toLines(element)}</Tag>;
  });
}

function toLines(element: Element): ReactNode[] {
  return [...element.childNodes].map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    node.nodeName === "BR" ? <br key={index} /> : node.textContent,
  );
}
