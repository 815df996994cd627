import pg from "pg";

type Parser = (text: string) => unknown;

const oid = { int8: 20, date: 1082, timestamp: 1114, interval: 1186 } as const;
const arrayOid = { text: 1009, timestamp: 1115, date: 1182, interval: 1187, int8: 1016, numeric: 1231 } as const;

const asText: Parser = (text) => text;

/**
 * Both drivers give the same values: int8 and count() a number (exact up to 2^53), numeric a string, timestamptz a Date,
 * json parsed. Date, timestamp and interval stay text, because a Date would depend on the server's time zone.
 */
export const embeddedParsers: Record<number, Parser> = {
  [oid.int8]: Number,
  [oid.date]: asText,
  [oid.timestamp]: asText,
  [oid.interval]: asText,
};

// PGlite parses arrays with the parsers of their elements; pg needs to be told.
const postgresParsers: Record<number, Parser> = {
  ...embeddedParsers,
  [arrayOid.int8]: arrayOf(Number),
  [arrayOid.numeric]: arrayOf(asText),
  [arrayOid.date]: arrayOf(asText),
  [arrayOid.timestamp]: arrayOf(asText),
  [arrayOid.interval]: arrayOf(asText),
};

/** For `pg.Pool({ types })`. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    const own = format === "binary" ? undefined : postgresParsers[id];
    return own ?? pg.types.getTypeParser(id, format);
  },
};

function arrayOf(parse: Parser): Parser {
  const parseTexts: Parser = pg.types.getTypeParser<unknown>(arrayOid.text, "text");
  const each = (item: unknown): unknown =>
    Array.isArray(item) ? item.map(each) : typeof item === "string" ? parse(item) : null;
  return (text) => each(parseTexts(text));
}
