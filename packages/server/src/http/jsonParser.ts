import type { FastifyInstance } from "fastify";
import { assertValueLimit } from "../core/parseJson.ts";

/** Fastify's own reading of JSON bodies, which refuses `__proto__`; but before it, a look at how much they hold. */
export function registerJsonParser(app: FastifyInstance): void {
  const parseBody = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    try {
      assertValueLimit(body);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    parseBody(request, body, done);
  });
}
