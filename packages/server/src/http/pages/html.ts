/** HTML that is safe to insert into a page. */
export interface Html {
  readonly html: string;
}

/** Template tag for HTML. Escapes strings and inserts other Html unchanged. */
export function html(texts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  return {
    html: String.raw(
      { raw: texts },
      ...values.map((value) => (typeof value === "string" ? escapeHtml(value) : value.html)),
    ),
  };
}

export const emptyHtml: Html = { html: "" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
