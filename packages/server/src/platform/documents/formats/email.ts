import PostalMime, { type Address } from "postal-mime";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { addHtml } from "./addHtml.ts";
import { createOutline } from "./outline.ts";
import { splitBlocks } from "./text.ts";

/** Reads email: the main headers, the text, and the names and types of the attachments. */
export const readEmail: FormatReader = async (input, items) => {
  const bytes = await input.loadBytes();
  const email = await PostalMime.parse(bytes, { maxNestingDepth: 50 });
  const headers: [string, string][] = [
    ["From", formatAddresses(email.from ? [email.from] : [])],
    ["To", formatAddresses(email.to)],
    ["Cc", formatAddresses(email.cc)],
    ["Date", email.date ?? ""],
    ["Subject", email.subject ?? ""],
  ];
  items.add(
    headers
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    { part: "headers" },
    "paragraph",
    false,
  );
  let paragraph = 0;
  const getLocation = () => ({ part: "text", paragraph: ++paragraph });
  if (email.text?.trim())
    for (const { content } of splitBlocks(email.text.replace(/\r\n?/g, "\n"))) items.add(content, getLocation());
  else if (email.html) addHtml(email.html, items, { outline: createOutline(), getLocation });
  const attachmentLines = email.attachments.map(({ filename, mimeType }) => `- ${filename ?? "unnamed"} (${mimeType})`);
  for (const { filename } of email.attachments)
    items.note("embeddedFiles", { count: 1, ...(filename && { detail: filename }) });
  if (attachmentLines.length > 0)
    items.add(`Attachments:\n${attachmentLines.join("\n")}`, { part: "attachments" }, "list");
  return {
    props: Object.fromEntries(
      headers.flatMap(([name, value]) =>
        value === "" || name === "Cc"
          ? []
          : [
              [
                name === "Subject" ? "title" : name.toLowerCase(),
                value.slice(0, documentLimits.property).toWellFormed().replaceAll("\0", ""),
              ],
            ],
      ),
    ),
  };
};

const maxAddresses = 200;

function formatAddresses(list: readonly Address[] = []): string {
  return list
    .slice(0, maxAddresses)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(", ");
}
