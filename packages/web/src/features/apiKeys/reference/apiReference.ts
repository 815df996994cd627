import * as z from "zod/mini";
import { listFields, type SchemaField } from "./listFields.ts";

const Content = z.optional(
  z.object({ "application/json": z.optional(z.object({ schema: z.unknown(), example: z.optional(z.unknown()) })) }),
);

const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() });
export type ReferenceParameter = z.infer<typeof Parameter>;

/** How OpenAI's clients send a request: with a method such as `models.list`, below a path such as `/v1`. */
const OpenAiMethod = z.object({ basePath: z.string(), method: z.string() });
export type OpenAiMethod = z.infer<typeof OpenAiMethod>;

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  "x-key-scopes": z.array(z.string()),
  "x-capability-key-scopes": z.optional(z.record(z.string(), z.array(z.string()))),
  "x-openai-client": z.optional(OpenAiMethod),
  parameters: z._default(z.array(Parameter), []),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ content: Content })),
});

/** What is used of the OpenAPI document. */
const Document = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

export interface ReferenceOp {
  /** Unique. */
  name: string;
  domain: string;
  method: string;
  path: string;
  summary: string;
  /** The access types of which a key needs one. */
  scopes: readonly string[];
  /** What a question uses, and the access types of which a key needs one for it in addition. */
  capabilityScopes: Readonly<Record<string, readonly string[]>>;
  /** Null: OpenAI's clients do not know it. */
  openAiMethod: OpenAiMethod | null;
  parameters: readonly ReferenceParameter[];
  /** Null: the operation takes no body. */
  example: unknown;
  /** Computes the fields. They are many, and most are never shown. */
  listInput: () => SchemaField[];
  listOutput: () => SchemaField[];
}

export interface ReferenceDomain {
  name: string;
  ops: ReferenceOp[];
}

/** Returns what API keys may call, in the document's order of domains. Throws if it is no such document. */
export function parseReference(document: unknown): ReferenceDomain[] {
  const { tags, paths } = z.parse(Document, document);
  const ops = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => toReferenceOp(method.toUpperCase(), path, operation)),
    )
    .filter(({ scopes }) => scopes.length > 0);
  const names = new Set([...tags.map(({ name }) => name), ...ops.map(({ domain }) => domain)]);
  return [...names]
    .map((name) => ({ name, ops: ops.filter(({ domain }) => domain === name) }))
    .filter((domain) => domain.ops.length > 0);
}

function toReferenceOp(method: string, path: string, operation: z.infer<typeof Operation>): ReferenceOp {
  const body = operation.requestBody?.content?.["application/json"];
  const response = operation.responses["200"]?.content?.["application/json"];
  return {
    name: operation.operationId,
    domain: operation.tags[0] ?? "",
    ...{ method, path, summary: operation.summary },
    scopes: operation["x-key-scopes"],
    capabilityScopes: operation["x-capability-key-scopes"] ?? {},
    openAiMethod: operation["x-openai-client"] ?? null,
    parameters: operation.parameters,
    example: body?.example ?? null,
    listInput: () => [
      ...operation.parameters.flatMap(({ name, required, schema }) =>
        listFields({ properties: { [name]: schema }, required: required ? [name] : [] }),
      ),
      ...listFields(body?.schema),
    ],
    listOutput: () => listFields(response?.schema),
  };
}

/** Stands for the id of a model in the examples of the document. */
const modelPlaceholder = "<model>";

/** Names a model in the examples of questions, so that they can be sent as they are. Pure. */
export function nameModel(domains: readonly ReferenceDomain[], modelId: string): ReferenceDomain[] {
  const name = (op: ReferenceOp): ReferenceOp => {
    const { example, scopes } = op;
    const isQuestion = scopes.includes("chat") && typeof example === "object" && example !== null && "model" in example;
    return isQuestion && example.model === modelPlaceholder ? { ...op, example: { ...example, model: modelId } } : op;
  };
  return domains.map((domain) => ({ ...domain, ops: domain.ops.map(name) }));
}

/** Keeps the operations whose name, path or summary has every word. Domains without one are left out. Pure. */
export function searchReference(domains: readonly ReferenceDomain[], search: string): ReferenceDomain[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...domains];
  const matches = ({ name, method, path, summary }: ReferenceOp) => {
    const text = `${name} ${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return domains.map(({ name, ops }) => ({ name, ops: ops.filter(matches) })).filter(({ ops }) => ops.length > 0);
}
