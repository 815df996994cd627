export type ValueParser = (text: string) => unknown;

const oids = { int8: 20, date: 1082, timestamp: 1114, interval: 1186 } as const;

export const asText: ValueParser = (text) => text;

/**
 * Parsers with which both drivers return the same values: int8 and count() as a number (exact up to 2^53), numeric as a
 * string, timestamptz as a Date, json parsed. Date, timestamp and interval stay text, because a Date would depend on
 * the server's time zone. Keyed by the type's oid in pg_type.
 */
export const valueParsers: Record<number, ValueParser> = {
  [oids.int8]: Number,
  [oids.date]: asText,
  [oids.timestamp]: asText,
  [oids.interval]: asText,
};
