const dataUrlPattern =
  /data:(?:image|audio|video|font|application)\/[\w.+-]+(?:;[\w-]+=[\w-]+)*;base64,[A-Za-z0-9+/=_-]*/gi;
const definitionPattern = /^ {0,3}\[([^\]\n]+)\]:[ \t]*<?data:[^\s>]+>?[^\n]*$/gim;
const maxAltLength = 1_000;
const imagePattern = new RegExp(
  `!\\[([^\\]\\n]{0,${maxAltLength}})\\](?:\\([ \\t]*<?(data:[^\\s>)"']*)>?[^)\\n]{0,${maxAltLength}}\\)|\\[([^\\]\\n]*)\\])`,
  "gi",
);

/**
 * Removes pictures that are embedded as Base64 from Markdown, because they are no text: each becomes its description.
 * Lines keep their numbers. `count`: how many pictures were removed.
 */
export function removeEmbeddedPictures(text: string): { text: string; count: number } {
  if (!/;base64,/i.test(text)) return { text, count: 0 };
  const labels = new Set<string>();
  let count = 0;
  const withoutDefinitions = text.replace(definitionPattern, (_, label: string) => {
    labels.add(normalizeLabel(label));
    count++;
    return "";
  });
  const withoutImages = withoutDefinitions.replace(
    imagePattern,
    (image, alt: string, url: string | undefined, label: string | undefined) => {
      if (url !== undefined) count++;
      else if (label === undefined || !labels.has(normalizeLabel(label === "" ? alt : label))) return image;
      return alt;
    },
  );
  // Pictures in HTML tags and anywhere else.
  const clean = withoutImages.replace(dataUrlPattern, () => {
    count++;
    return "";
  });
  return { text: clean, count };
}

/** Markdown compares the labels of references without their case and runs of spaces. */
const normalizeLabel = (label: string) => label.trim().toLowerCase().replace(/\s+/g, " ");
