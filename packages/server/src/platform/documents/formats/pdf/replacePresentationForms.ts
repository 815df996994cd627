const presentationFormPattern = /[\ufb1d-\ufdff\ufe70-\ufefc]/g;

/** Replaces the forms that Arabic and Hebrew letters have at their place in a word with the letters themselves. */
export function replacePresentationForms(text: string): string {
  return text.replace(presentationFormPattern, (form) => form.normalize("NFKC").trim());
}
