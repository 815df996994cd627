type Translate = (text: string) => string;

let translate: Translate = (text) => text;

/** Returns a text that the server wrote for people in the language in use, or as it is if there is no translation. */
export const translateServerText: Translate = (text) => translate(text);

/** Sets the translation of the language in use. It is loaded with the catalogue. */
export function setServerTextTranslation(translation: Translate | null): void {
  translate = translation ?? ((text) => text);
}
