/** Formats a count with its noun, such as `1 conversation` or `12 conversations`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`) =>
  `${numberFormat.format(count)} ${count === 1 ? singular : plural}`;

// Created once: `toLocaleString` looks up the locale at each call, which takes a millisecond.
const numberFormat = new Intl.NumberFormat("en-US");
