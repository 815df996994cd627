/** `1 conversation`, `12 conversations`. */
export const formatCount = (count: number, one: string, several = `${one}s`) =>
  `${numbers.format(count)} ${count === 1 ? one : several}`;

// `toLocaleString` looks for its rules at each call, which takes a millisecond.
const numbers = new Intl.NumberFormat("en-US");
