import { isRecord } from "../transport/jsonValues.ts";

/** The formats that the web app shows. */
const embeddedImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns the pictures of a delta as Markdown; "" if it has none. OpenRouter and LiteLLM send them in `images`, others as
 * parts of the content.
 */
export function formatImages(delta: Record<string, unknown>): string {
  const parts: unknown[] = [delta.images, delta.content].flatMap((list) => (Array.isArray(list) ? list : []));
  return parts.map((part) => (isRecord(part) && part.type === "image_url" ? formatImage(part.image_url) : "")).join("");
}

function formatImage(image: unknown): string {
  const url = isRecord(image) ? image.url : image;
  if (typeof url === "string" && embeddedImage.test(url)) return `\n\n![Picture](${url})\n\n`;
  const address = typeof url === "string" && /^https?:/i.test(url) ? URL.parse(url) : null;
  // The web app requests nothing from others, so it shows an address as a link.
  if (address) return `\n\n[Picture](<${address.href}>)\n\n`;
  return "\n\n*The model sent a picture in a format that cannot be shown.*\n\n";
}
