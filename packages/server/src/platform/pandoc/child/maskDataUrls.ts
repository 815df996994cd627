import type { Token } from "marked";

const dataUrlPattern = /data:image\/\w+;base64,[A-Za-z0-9+/]+={0,2}/g;
/** Marks a masked URL. It is no character, and is removed from the source before it is parsed. */
const mark = "\ufffe";
const maskPattern = new RegExp(`${mark}(\\d+)${mark}`, "g");

/**
 * Replaces the data URLs of images by short marks, so that an image does not make its paragraph too long to parse.
 * `unmask` puts them back into the tokens.
 */
export function maskDataUrls(source: string): { masked: string; unmask: (tokens: Token[]) => void } {
  const urls: string[] = [];
  const masked = source.replace(dataUrlPattern, (url) => `${mark}${urls.push(url) - 1}${mark}`);
  const unmaskText = (text: string) => text.replace(maskPattern, (_, index: string) => urls[Number(index)] ?? "");
  return { masked, unmask: (tokens) => (urls.length === 0 ? undefined : mapTexts(tokens, unmaskText)) };
}

/** Changes all texts of tokens and of the tokens in them. */
function mapTexts(tokens: Token[], map: (text: string) => string): void {
  for (const token of tokens) {
    for (const [key, value] of Object.entries(token)) {
      if (key === "tokens") mapTexts(value, map);
      else if (key !== "type" && typeof value === "string") Object.assign(token, { [key]: map(value) });
    }
  }
}
