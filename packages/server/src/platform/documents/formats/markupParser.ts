import { type Handler, Parser } from "htmlparser2";
import { createDamagedError } from "../readFailures.ts";

/**
 * Parsing gets slower with the number of open elements. The limit is high, because sloppy pages leave thousands open.
 */
const maxOpenElements = 10_000;

/**
 * Creates a streaming parser for HTML or XML. It builds no tree, does not recurse, and does not expand entities that a
 * document defines. It throws `DocumentReadError` if elements are nested too deeply.
 */
export function createMarkupParser(handler: Partial<Handler>, { xmlMode = false } = {}): Parser {
  let openElementCount = 0;
  return new Parser(
    {
      ...handler,
      onopentag(name, attributes, isImplied) {
        openElementCount++;
        if (openElementCount > maxOpenElements) throw createDamagedError(new Error("nested too deeply"));
        handler.onopentag?.(name, attributes, isImplied);
      },
      onclosetag(name, isImplied) {
        openElementCount--;
        handler.onclosetag?.(name, isImplied);
      },
    },
    { xmlMode },
  );
}
