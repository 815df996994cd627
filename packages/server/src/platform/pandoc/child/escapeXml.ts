/** Escapes text for the content of an XML element. Characters that XML does not allow become spaces. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
    .replace(/[\u0000-\u001f\ufffe\uffff]/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
