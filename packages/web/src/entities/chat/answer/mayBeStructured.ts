const mark = /^\s*(?:json!|json|csv|fn)\s*\(\s*[{)]/;

/** True if a text may start with a structured mode (`json({…})`): only then is the code that parses it loaded. */
export const mayBeStructured = (text: string | undefined): boolean => text !== undefined && mark.test(text);
