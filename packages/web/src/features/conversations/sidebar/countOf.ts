/** `1 conversation`, `12 conversations`. */
export const countOf = (count: number, one: string, several = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
