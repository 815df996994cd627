import { type AssistantOperation, authTypes, HttpAuth, keptSecret, OperationId, RequestType } from "@lectern/contract";
import * as z from "zod/mini";

const text = z.string();

/** The values of the fields of a custom API, whether they are valid or not. */
export const CustomApiDraft = z.object({
  /** One that has not been saved has a temporary id, which `createCustomApi` makes. */
  id: text,
  name: text,
  description: text,
  params: z.array(z.object({ name: text, description: text })),
  /** Null: the author has to choose one. */
  requestType: z.nullable(RequestType),
  url: text,
  headers: z.array(z.object({ name: text, value: text })),
  body: text,
  auth: z.object({ type: z.enum(authTypes), token: text, username: text, password: text }),
  /** Null: depends on the request type. */
  shouldConfirm: z.nullable(z.boolean()),
  confirmationMessage: text,
});
export type CustomApiDraft = z.infer<typeof CustomApiDraft>;

const temporaryPrefix = "new:";

/** True until the API has been saved. */
export const isNewApi = ({ id }: Pick<CustomApiDraft, "id">) => id.startsWith(temporaryPrefix);

const createTemporaryId = () => `${temporaryPrefix}${crypto.randomUUID()}`;

export const createCustomApi = (): CustomApiDraft => ({
  id: createTemporaryId(),
  name: "",
  description: "",
  params: [],
  requestType: "GET",
  url: "",
  headers: [],
  body: "",
  auth: { type: "none", token: "", username: "", password: "" },
  shouldConfirm: null,
  confirmationMessage: "",
});

/** The secrets that are stored with the original cannot be copied, so they become empty. */
export const duplicateCustomApi = (api: CustomApiDraft, name: string): CustomApiDraft => ({
  ...emptyStoredSecrets(api),
  id: createTemporaryId(),
  name,
});

export const toCustomApiDraft = (operation: AssistantOperation): CustomApiDraft => ({
  id: operation.id,
  name: operation.name,
  description: operation.description,
  params: operation.params,
  requestType: operation.requestType ?? null,
  url: operation.url ?? "",
  headers: Object.entries(operation.headers ?? {}).map(([name, value]) => ({ name, value })),
  body: operation.body ?? "",
  auth: operation.auth ?? HttpAuth.parse({}),
  shouldConfirm: operation.shouldConfirm ?? null,
  confirmationMessage: operation.confirmationMessage ?? "",
});

/** Returns what is saved of a custom API under this id. Blank rows are left out. */
export function toOperation(api: CustomApiDraft, id: string): AssistantOperation {
  const { requestType, shouldConfirm, body } = api;
  const headers = api.headers.map(({ name, value }): [string, string] => [name.trim(), value.trim()]);
  const params = api.params.map(({ name, description }) => ({ name: name.trim(), description: description.trim() }));
  const confirmationMessage = api.confirmationMessage.trim();
  return {
    id,
    name: api.name.trim() || id,
    description: api.description.trim(),
    params: params.filter(({ name, description }) => name !== "" || description !== ""),
    type: "http",
    ...(requestType === null ? {} : { requestType }),
    url: api.url.trim(),
    headers: Object.fromEntries(headers.filter(([name, value]) => name !== "" || value !== "")),
    body,
    auth: pickAuth(api.auth),
    ...(shouldConfirm === null ? {} : { shouldConfirm }),
    ...(confirmationMessage === "" ? {} : { confirmationMessage }),
  };
}

/** Leaves out what another type of authentication would need. */
function pickAuth({ type, token, username, password }: CustomApiDraft["auth"]): HttpAuth {
  const none = { type, token: "", username: "", password: "" };
  switch (type) {
    case "none":
      return none;
    case "basic":
      return { ...none, username, password };
    case "bearer":
      return { ...none, token };
    default:
      return type satisfies never;
  }
}

/**
 * Returns the names of the functions by which the model calls the APIs, by their ids. Saved ones keep theirs, because the
 * server finds their secrets by it. `takenIds`: those of other operations.
 */
export function nameFunctions(
  apis: readonly Pick<CustomApiDraft, "id" | "name">[],
  takenIds: readonly string[],
): ReadonlyMap<string, string> {
  const saved = apis.filter((api) => !isNewApi(api)).map(({ id }) => id);
  const names = new Map(saved.map((id): [string, string] => [id, id]));
  const taken = new Set([...takenIds, ...saved]);
  for (const { id, name } of apis.filter(isNewApi)) {
    const functionName = findFreeName(toFunctionName(name), taken);
    names.set(id, functionName);
    taken.add(functionName);
  }
  return names;
}

const maxFunctionNameLength = 64;

function toFunctionName(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9_-]+/);
  const functionName = words
    .filter((word) => word !== "")
    .join("_")
    .slice(0, maxFunctionNameLength);
  if (functionName === "") return "api";
  return OperationId.safeParse(functionName).success
    ? functionName
    : `api_${functionName}`.slice(0, maxFunctionNameLength);
}

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n += 1) {
    const suffix = `_${n}`;
    const candidate = name.slice(0, maxFunctionNameLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** True if the person is asked before each call. */
export const asksBeforeCalls = ({ shouldConfirm, requestType }: CustomApiDraft) =>
  shouldConfirm ?? requestType !== "GET";

export const hasStoredSecrets = ({ auth, headers }: CustomApiDraft) =>
  [auth.token, auth.password, ...headers.map(({ value }) => value)].includes(keptSecret);

/** For a copy, because only the server knows the stored secrets, and only for the original. */
export const emptyStoredSecrets = (api: CustomApiDraft) => mapSecrets(api, (secret) => secret === keptSecret);

/** For the browser's storage, which others who use the computer can read. */
export const emptyTypedSecrets = (api: CustomApiDraft) => mapSecrets(api, (secret) => secret !== keptSecret);

function mapSecrets(api: CustomApiDraft, isEmptied: (secret: string) => boolean): CustomApiDraft {
  const map = (secret: string) => (isEmptied(secret) ? "" : secret);
  const { auth, headers } = api;
  return {
    ...api,
    auth: { ...auth, token: map(auth.token), password: map(auth.password) },
    headers: headers.map(({ name, value }) => ({ name, value: map(value) })),
  };
}

/** True if a header, a token or a password has no value, as in a draft that the browser has stored. */
export const lacksSecrets = ({ auth, headers }: CustomApiDraft) =>
  headers.some(({ name, value }) => name !== "" && value === "") ||
  (auth.type === "bearer" && auth.token === "") ||
  (auth.type === "basic" && auth.password === "");
