import type { FastifyInstance } from "fastify";
import { assertValueLimit } from "../../core/parseJson.ts";

/** Parses JSON bodies with Fastify's own parser, which rejects `__proto__`, after checking the number of values. */
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
