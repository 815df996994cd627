/** What a model reads behind a part, so that it does not take the part for the whole. */
export const cutNote = "\n[The rest was left out because the result is too long.]";

/** Shortens a result, with a note for the model. Pure. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, Math.max(0, length - cutNote.length)).toWellFormed() + cutNote;
}
