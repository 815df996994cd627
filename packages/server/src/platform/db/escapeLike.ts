/** Escapes the characters that have a meaning in patterns of `like`, so that a pattern finds exactly this text. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
