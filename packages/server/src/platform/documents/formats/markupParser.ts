import { type Handler, Parser } from "htmlparser2";
import { damaged } from "../readFailures.ts";

/** Elements that are open at once. The parser's time grows with their number, and careless pages leave thousands open. */
const mostOpen = 10_000;

/**
 * A parser of HTML, or of XML, that tells what it reads as it reads: no tree is made, nothing recurses, and entities that a document defines are
 * not expanded. Throws `DocumentReadError` where elements nest too deep.
 */
export function createMarkupParser(handler: Partial<Handler>, { xmlMode = false } = {}): Parser {
  let open = 0;
  return new Parser(
    {
      ...handler,
      onopentag(name, attributes, isImplied) {
        open++;
        if (open > mostOpen) throw damaged(new Error("nested too deep"));
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
