/** Returns the first sentence of a text. A full stop inside a quoted name does not end it. */
export function getFirstSentence(text: string): string {
  const [sentence] = /^(?:“[^”]*”|„[^“]*“|[^.!?]|[.!?](?!\s))*[.!?](?=\s|$)/.exec(text) ?? [];
  return sentence ?? text;
}
