/** True if the folded search begins at a word of the folded name. A space may follow the last word of the name. */
export const startsAtWord = (name: string, search: string): boolean => ` ${name} `.includes(` ${search}`);
