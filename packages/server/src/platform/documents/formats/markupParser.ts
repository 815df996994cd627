import { type Handler, Parser } from "htmlparser2";
import { damagedError } from "../readFailures.ts";

/** Limit of open elements. Parsing gets slower with their number, and sloppy pages leave thousands open. */
const maxOpenElements = 10_000;

/**
 * A streaming parser for HTML or XML. It builds no tree and does not recurse, and it does not expand entities that a
 * document defines. Throws `DocumentReadError` if elements nest too deeply.
 */
export function createMarkupParser(handler: Partial<Handler>, { xmlMode = false } = {}): Parser {
  let open = 0;
  return new Parser(
    {
      ...handler,
      onopentag(name, attributes, isImplied) {
        open++;
        if (open > maxOpenElements) throw damagedError(new Error("nested too deeply"));
        handler.onopentag?.(name, attributes, isImplied);
      },
      onclosetag(name, isImplied) {
        open--;
        handler.onclosetag?.(name, isImplied);
      },
    },
    { xmlMode },
  );
}
