/**
 * Characters that change the order of the text around them, or that nobody sees although a program reads them: first, in a
 * group, those that scripts and emoji need where they stand. Elsewhere, each could carry a hidden byte.
 */
const pattern = new RegExp(
  `(${[
    // The flags of England, Scotland and Wales.
    /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u,
    // Keycaps, and emoji as pictures or as text.
    /[0-9#*]\ufe0f(?=\u20e3)|(?![0-9#*])\p{Emoji}[\ufe0e\ufe0f]/u,
    /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/u,
    // Joiners of Arabic, Indic and similar scripts.
    /(?<=(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}\p{scx=Inherited}])[\p{L}\p{M}])[\u200c\u200d](?!\p{DI})/u,
    // Variants of Han and Mongolian characters, the Mongolian vowel separator, and fillers beside the letters of old Hangul.
    /\p{sc=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|[\u1820-\u18aa][\u180b-\u180d\u180f]/u,
    /(?<=[\u1820-\u18aa][\u180b-\u180d\u180f]?)\u180e(?=[\u1820-\u18aa])/u,
    /\u115f(?=[\u1161-\u11a7\ud7b0-\ud7c6])|(?<=[\u1100-\u115e\ua960-\ua97c])\u1160/u,
  ]
    .map(({ source }) => source)
    .join("|")})|[\\p{DI}\\ufff9-\\ufffb]+`,
  "gu",
);

/** Replaces the characters that could make a text look like another one, a run at a time. */
export const replaceDeceptiveCharacters = (text: string, replace: (characters: string) => string): string =>
  text.replaceAll(pattern, (characters: string, needed: string | undefined) => needed ?? replace(characters));

/** The letters of Hangul that are as wide as a space. */
const blankLetters = /[\u115f\u1160\u3164\uffa0]/;

/** Returns a text as one line in which nothing is hidden. */
export const toVisibleLine = (text: string): string =>
  replaceDeceptiveCharacters(text.toWellFormed(), (characters) => (blankLetters.test(characters) ? " " : ""))
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
