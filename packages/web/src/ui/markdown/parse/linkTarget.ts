import { decodeEntities } from "./decodeEntities.ts";

/** What a link of an answer may do. `text`: nothing, only its words are shown. */
export type LinkTarget =
  | { kind: "app"; href: string }
  | { kind: "web"; href: string }
  | { kind: "mail"; href: string }
  | { kind: "text" };

const nothing: LinkTarget = { kind: "text" };
/** Control characters, and the invisible ones that turn or hide parts of an address. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const maxUrlCharacters = 8_000;

/** Where a link leads: into the application (`#…`), to a web page, to an e-mail; everything else is text. */
export function linkTarget(written: string): LinkTarget {
  const address = decodeEntities(written);
  if (hidden.test(address) || address.length > maxUrlCharacters) return nothing;
  if (address.startsWith("#")) return address.length > 1 ? { kind: "app", href: address } : nothing;
  if (/^https?:\/\/[^/\\]/i.test(address)) return webTarget(address);
  if (/^mailto:/i.test(address)) return mailTarget(address);
  return nothing;
}

function webTarget(address: string): LinkTarget {
  const url = URL.parse(address);
  // A name before the host, as in https://bank.example@evil.example, is there to mislead.
  if (!url || url.hostname === "" || url.username !== "" || url.password !== "") return nothing;
  if (url.protocol !== "http:" && url.protocol !== "https:") return nothing;
  return { kind: "web", href: url.href };
}

const mailFields = ["subject", "body", "cc"];

/** Only the fields that a person reads before sending are kept; some mail programs would take `attach=` as an order. */
function mailTarget(address: string): LinkTarget {
  const [to = "", query = ""] = address.slice("mailto:".length).split(/\?(.*)/s);
  if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(to)) return nothing;
  const fields = [...new URLSearchParams(query)].filter(([name]) => mailFields.includes(name.toLowerCase()));
  const kept = fields.map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(value)}`).join("&");
  return { kind: "mail", href: `mailto:${to}${kept && `?${kept}`}` };
}

/** What an image may show: an embedded picture or an image file of this server; null: nothing is loaded. */
export function imageSource(written: string, ownOrigin: string | undefined): string | null {
  const address = decodeEntities(written);
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(address)) return address;
  if (hidden.test(address) || address.includes("\\") || address.length > maxUrlCharacters) return null;
  const isPath = /^\/(?!\/)/.test(address);
  const url = URL.parse(address, "http://here.invalid");
  if (url?.username !== "" || url.password !== "") return null;
  if (!isPath && (ownOrigin === undefined || url.origin !== ownOrigin)) return null;
  // Files only: loading any other address of this server could do something, such as signing out.
  return /\.(?:png|jpe?g|gif|webp)$/i.test(url.pathname) ? url.pathname + url.search : null;
}
