import * as z from "zod/mini";

const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean() });

/** What is used of an operation of the OpenAPI document. */
const Operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  "x-key-scopes": z.array(z.string()),
  parameters: z._default(z.array(Parameter), []),
  requestBody: z.optional(z.object({ content: z.object({ "application/json": z.object({ example: z.unknown() }) }) })),
});

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

export interface DescribedOp {
  name: string;
  domain: string;
  method: string;
  path: string;
  summary: string;
  scopes: readonly string[];
  parameters: readonly z.infer<typeof Parameter>[];
  /** A body; undefined if the operation takes none. */
  example: unknown;
}

/** Returns what API keys may call, sorted by path. `document`: the OpenAPI document. */
export function listDescribedOps(document: unknown): DescribedOp[] {
  const { paths } = z.parse(Document, document);
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        name: operation.operationId,
        domain: operation.tags[0],
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        scopes: operation["x-key-scopes"],
        parameters: operation.parameters,
        example: operation.requestBody?.content["application/json"].example,
      })),
    )
    .filter(({ scopes }) => scopes.length > 0)
    .sort((a, b) => a.path.localeCompare(b.path, "en"));
}
