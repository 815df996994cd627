import { decodeEntities } from "./decodeEntities.ts";

/** The target of a link in an answer. `text`: no target is allowed, so only the text of the link is shown. */
export type LinkTarget =
  | { kind: "app"; href: string }
  | { kind: "web"; href: string }
  | { kind: "mail"; href: string }
  | { kind: "text" };

const textTarget: LinkTarget = { kind: "text" };
/** Matches control characters, and invisible characters that reverse or hide parts of a URL. */
const hiddenCharacterPattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const maxUrlCharacters = 8_000;

/** Allows links into the app (`#…`), to web pages and to email addresses; all other links become text. */
export function getLinkTarget(source: string): LinkTarget {
  const href = decodeEntities(source);
  if (hiddenCharacterPattern.test(href) || href.length > maxUrlCharacters) return textTarget;
  if (href.startsWith("#")) return href.length > 1 ? { kind: "app", href } : textTarget;
  if (/^https?:\/\/[^/\\]/i.test(href)) return toWebTarget(href);
  if (/^mailto:/i.test(href)) return toMailTarget(href);
  return textTarget;
}

function toWebTarget(href: string): LinkTarget {
  const url = URL.parse(href);
  // Credentials in a URL, as in https://bank.example@evil.example, serve to mislead the reader.
  if (!url || url.hostname === "" || url.username !== "" || url.password !== "") return textTarget;
  if (url.protocol !== "http:" && url.protocol !== "https:") return textTarget;
  return { kind: "web", href: url.href };
}

const mailFields = ["subject", "body", "cc"];

/** Removes all fields except `mailFields`, which a person sees before sending: some mail programs obey `attach=`. */
function toMailTarget(href: string): LinkTarget {
  const [to = "", query = ""] = href.slice("mailto:".length).split(/\?(.*)/s);
  if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(to)) return textTarget;
  const fields = [...new URLSearchParams(query)].filter(([name]) => mailFields.includes(name.toLowerCase()));
  const safeQuery = fields.map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(value)}`).join("&");
  return { kind: "mail", href: `mailto:${to}${safeQuery && `?${safeQuery}`}` };
}

/** Returns the source of an embedded image or an image file on this server; null if the image must not be loaded. */
export function getImageSource(source: string, ownOrigin: string | undefined): string | null {
  const src = decodeEntities(source);
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(src)) return src;
  if (hiddenCharacterPattern.test(src) || src.includes("\\") || src.length > maxUrlCharacters) return null;
  const isPath = /^\/(?!\/)/.test(src);
  const url = URL.parse(src, "http://here.invalid");
  if (url?.username !== "" || url.password !== "") return null;
  if (!isPath && (ownOrigin === undefined || url.origin !== ownOrigin)) return null;
  // Allow only files, because a request to any other URL on this server could have an effect, such as signing out.
  return /\.(?:png|jpe?g|gif|webp)$/i.test(url.pathname) ? url.pathname + url.search : null;
}
