const mark = /^\s*(?:json!|json|csv|fn)\s*\(\s*[{)]/;

/** Whether a text may begin with a structured mode (`json({…})`): then it is worth loading what reads that. */
export const mayBeStructured = (text: string | undefined): boolean => text !== undefined && mark.test(text);
