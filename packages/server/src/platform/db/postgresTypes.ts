import pg from "pg";
import { asText, type ValueParser, valueParsers } from "./valueParsers.ts";

/** The oid of text[] in pg_type; typed as number because @types/pg does not list it. */
const textArrayOid: number = 1009;
const arrayOids = { timestamp: 1115, date: 1182, interval: 1187, int8: 1016, numeric: 1231 } as const;

// PGlite parses arrays with the parsers of their elements; pg needs a parser per array type.
const parsers: Record<number, ValueParser> = {
  ...valueParsers,
  [arrayOids.int8]: createArrayParser(Number),
  [arrayOids.numeric]: createArrayParser(asText),
  [arrayOids.date]: createArrayParser(asText),
  [arrayOids.timestamp]: createArrayParser(asText),
  [arrayOids.interval]: createArrayParser(asText),
};

/** For `pg.Pool({ types })`: parses values as described at `valueParsers`. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    const customParser = format === "binary" ? undefined : parsers[id];
    return customParser ?? pg.types.getTypeParser(id, format);
  },
};

function createArrayParser(parse: ValueParser): ValueParser {
  const parseTexts: ValueParser = pg.types.getTypeParser(textArrayOid, "text");
  const parseItem = (item: unknown): unknown =>
    Array.isArray(item) ? item.map(parseItem) : typeof item === "string" ? parse(item) : null;
  return (text) => parseItem(parseTexts(text));
}
