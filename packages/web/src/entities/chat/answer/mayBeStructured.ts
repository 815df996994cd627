const structuredModePrefix = /^\s*(?:json!|json|csv|fn)\s*\(\s*[{)]/;

/**
 * True if the text may start with a structured mode (`json({…})`). The code that parses the mode is loaded only then.
 */
export const mayBeStructured = (text: string | undefined): boolean =>
  text !== undefined && structuredModePrefix.test(text);
