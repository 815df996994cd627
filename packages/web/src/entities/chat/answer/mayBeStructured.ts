/** True if the text may request CSV. The code that shows CSV is loaded only then. */
export const mayRequestCsv = (text: string | undefined): text is string =>
  text !== undefined && /^\s*csv\s*\(/.test(text);

const structuredModePrefix = /^\s*(?:json!|json|csv|fn)\s*\(\s*[{)]/;

/**
 * True if the text may start with a structured mode (`json({…})`). The code that parses the mode is loaded only then.
 */
export const mayBeStructured = (text: string | undefined): boolean =>
  text !== undefined && structuredModePrefix.test(text);
