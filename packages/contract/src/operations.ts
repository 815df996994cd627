import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import {
  findRequestUrlProblem,
  HttpRequestTemplate,
  hasRequestBody,
  OperationAuth,
  OperationId,
  OperationParam,
  operationIdProblem,
  operationTexts,
  RequestType,
} from "./httpOperations.ts";
import { IntegrationId } from "./integrations.ts";
import { limits } from "./limits.ts";
import { Id, text } from "./primitives.ts";

/** What a registered operation does with a failure, and whether a person is asked before each call. */
const OperationData = z.object({
  /** What the model is told if a call fails; blank: the reason. */
  defaultErrorMessage: z._default(text(1_000), ""),
  shouldConfirm: z._default(z.boolean(), false),
  /** Blank: the default question. */
  confirmationMessage: z._default(text(1_000), ""),
});

/** An operation that authors can give to their assistants: a site administrator has registered it, or it comes with the product. */
export const RegisteredOperation = z.object({
  id: OperationId,
  /** The name of the function; the same as `id`. */
  name: text(64),
  /** Only site administrators see it. */
  url: z.optional(text(2_000)),
  method: z._default(RequestType, "POST"),
  description: z._default(text(2_000), ""),
  type: z._default(z.literal("custom"), "custom"),
  params: z._default(z.array(OperationParam).check(z.maxLength(limits.paramsPerOperation)), []),
  tags: z.array(text(100)),
  /** A token or password is `keptSecret` if there is one. */
  auth: z.optional(OperationAuth),
  data: z.prefault(OperationData, {}),
  /** Calls use the account that the person who asks has connected there. */
  integration: z.optional(IntegrationId),
  /** True: it comes with the product, so nobody can change or delete it. */
  isBuiltIn: z.optional(z.boolean()),
});
export type RegisteredOperation = z.infer<typeof RegisteredOperation>;

/** An operation to register. An incomplete one is refused with the specified text. */
export const OperationToRegister = z
  .extend(z.omit(RegisteredOperation, { integration: true, isBuiltIn: true }), {
    id: text(64),
    url: text(2_000),
    tags: z.array(text(100)).check(z.maxLength(limits.tagsPerOperation)),
  })
  .check(
    z.refine(isComplete, { error: operationTexts.incompleteOperation, abort: true }),
    z.refine(({ id }) => z.safeParse(OperationId, id).success, {
      path: ["id"],
      error: operationIdProblem,
    }),
    z.refine(({ url }) => findRequestUrlProblem(url) === null, {
      path: ["url"],
      error: "must begin with https:// or http://, without a password or a parameter in the host",
    }),
  );

function isComplete({ id, url, tags }: { id: string; url: string; tags: readonly string[] }): boolean {
  return id.trim() !== "" && url.trim() !== "" && tags.some((tag) => tag.trim() !== "");
}

/** `GET` and `DELETE` have no parameters. */
export const toRegistrableParams = <Param>(method: RequestType, params: readonly Param[]): readonly Param[] =>
  hasRequestBody(method) ? params : [];

const path = "/ops";

export const getOperations = defineOp({
  method: "POST",
  path: `${path}/get`,
  keyScopes: ["full_access", "assistants"],
  flag: "assistantApis",
  summary:
    "Lists the operations that assistants can call, by name; `tag`: only those with this tag. Only site administrators see where they are.",
  input: z.object({ tag: z.optional(text(100)) }),
  output: z.object({ operations: z.array(RegisteredOperation) }),
});

export const registerOperations = defineOp({
  method: "POST",
  path: `${path}/register`,
  access: "admin",
  keyScopes: "none",
  summary:
    "Registers operations that assistants can call. One that is registered under the same id is replaced; `••••••••` keeps its secret while the URL has the same origin.",
  input: z.object({
    ops: z.array(OperationToRegister).check(z.minLength(1), z.maxLength(limits.operationsPerRegistration)),
  }),
  output: z.object({ ids: z.array(OperationId) }),
});

export const deleteOperation = defineOp({
  method: "POST",
  path: `${path}/delete`,
  access: "admin",
  keyScopes: "none",
  summary: "Deletes a registered operation. Assistants that have it can no longer call it.",
  input: z.object({
    op: z.object({
      id: text(64),
      name: z.optional(text(64)),
      tags: z.optional(z.array(text(100)).check(z.maxLength(limits.tagsPerOperation))),
      url: z.optional(text(2_000)),
    }),
  }),
  output: z.object({}),
});

/** What a server answered to a request. */
export const HttpCallResult = z.object({
  status: z.number(),
  /** The body as text, cut after `limits.httpResultCharacters`. */
  body: z.string(),
  isCut: z.boolean(),
  durationMs: z.number(),
});
export type HttpCallResult = z.infer<typeof HttpCallResult>;

export const executeCustomApi = defineOp({
  method: "POST",
  path: "/assistant-api/execute-custom-auto",
  keyScopes: ["full_access", "assistants"],
  flag: "assistantApis",
  // Few enough that nobody can scan ports or use the server as a proxy.
  weight: 20,
  isHeavy: true,
  summary:
    "Sends the request of a custom API and returns the response, so that an author can try it. `params` are the values of its parameters. Secrets that are `••••••••` are those of the operation `operationId` of the saved assistant `assistantId`. Addresses of private networks are refused unless an administrator allows them.",
  input: z.extend(HttpRequestTemplate, {
    params: z._default(
      z.record(text(200), z.union([text(50_000), z.number(), z.boolean()])).check(
        z.refine((params) => Object.keys(params).length <= limits.paramsPerOperation, {
          error: "must not be so many",
        }),
      ),
      {},
    ),
    assistantId: z.optional(Id),
    operationId: z.optional(text(200)),
  }),
  output: HttpCallResult,
});

/** The values that a person has entered for the parameters of an operation; several for one name: a list. */
const EnteredParams = z
  .record(text(200), z.union([text(50_000), z.array(text(50_000)).check(z.maxLength(limits.valuesPerOperationParam))]))
  .check(
    z.refine((params) => Object.keys(params).length <= limits.paramsPerOperation, { error: "must not be so many" }),
  );

export const callOperation = defineOp({
  method: "POST",
  path: "/assistant-api/call-operation",
  keyScopes: ["full_access", "assistants"],
  flag: "assistantApis",
  weight: 5,
  // Each can wait long for another server.
  isHeavy: true,
  summary:
    "Calls an operation of an assistant with the values of a form that its answer contains. `operation`: its id or name. If the assistant has no such operation, the call fails with type `NoSuchOperation`. `isError`: the operation failed, and `text` says why. `pause`: what the person has to do before the assistant can go on.",
  input: z.object({ assistantId: Id, operation: text(200), params: z._default(EnteredParams, {}) }),
  output: z.object({ text: z.string(), isError: z.boolean(), pause: z.nullable(z.string()) }),
});
