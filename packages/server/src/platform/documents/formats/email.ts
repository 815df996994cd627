import PostalMime, { type Address } from "postal-mime";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { addHtml } from "./addHtml.ts";
import { createOutline } from "./outline.ts";
import { blocksOf } from "./text.ts";

/** E-mail: who wrote to whom about what, the text, and the names of what was attached. */
export const readEmail: FormatReader = async (input, items) => {
  const bytes = await input.bytes();
  const email = await PostalMime.parse(bytes, { maxNestingDepth: 50 });
  const heads: [string, string][] = [
    ["From", addresses(email.from ? [email.from] : [])],
    ["To", addresses(email.to)],
    ["Cc", addresses(email.cc)],
    ["Date", email.date ?? ""],
    ["Subject", email.subject ?? ""],
  ];
  items.add(
    heads
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    { part: "headers" },
    "paragraph",
    false,
  );
  let paragraph = 0;
  const place = () => ({ part: "text", paragraph: ++paragraph });
  if (email.text?.trim())
    for (const { content } of blocksOf(email.text.replace(/\r\n?/g, "\n"))) items.add(content, place());
  else if (email.html) addHtml(email.html, items, { outline: createOutline(), place });
  const attached = email.attachments.map(({ filename, mimeType }) => `- ${filename ?? "without a name"} (${mimeType})`);
  if (attached.length > 0) items.add(`Attachments:\n${attached.join("\n")}`, { part: "attachments" }, "list");
  return {
    props: Object.fromEntries(
      heads.flatMap(([name, value]) =>
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

const mostAddresses = 200;

function addresses(list: readonly Address[] = []): string {
  return list
    .slice(0, mostAddresses)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(", ");
}
