/** The value of a model server's JSON text; undefined for what is no JSON: no shape fits that, and the caller says so. */
export function parseJsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
