import { createHash } from "node:crypto";
import {
  type AssistantOperation,
  findRequestUrlProblem,
  type HttpRequestTemplate,
  type IntegrationId,
  isCustomApi,
  type OperationParam,
  parseCustomApi,
} from "@lectern/contract";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import { documentToolNames } from "../../../core/run/tool.ts";
import type { SecretBox } from "../../../platform/secretBox.ts";
import type { BuiltInOperation } from "../builtIn/builtInOperation.ts";
import type { OpenedOperation } from "../listRegisteredOperations.ts";
import { maskSecrets, openSecrets } from "../secrets/requestSecrets.ts";

/** An operation as the model calls it in a run. `request` has opened secrets and must not reach a log. */
export interface CallableOperation {
  /** The id and the name in the definition of the assistant. */
  id: string;
  name: string;
  /** The name that the model uses. */
  toolName: string;
  /** For people. */
  title: string;
  description: string;
  params: readonly (OperationParam & { isRequired?: boolean })[];
  request: HttpRequestTemplate;
  /** The request is sent with the account of the person who asks; null: as it is. */
  integration: IntegrationId | null;
  /** The built-in operation that it is; null: none. */
  builtIn: BuiltInOperation | null;
  needsApproval: boolean;
  /** Blank: the default question. */
  approvalQuestion: string;
  /** What the model is told if a call fails; blank: the reason. */
  errorMessage: string;
  /** Differs if the request does, except for its secrets. */
  fingerprint: string;
}

type Callable = Omit<CallableOperation, "fingerprint">;

interface Sources {
  assistant: Pick<AppliedAssistant, "operations" | "ownerId" | "authorId" | "groupId">;
  registered: readonly OpenedOperation[];
  /** The principal for whom the assistant answers. */
  principalId: string;
  secrets: SecretBox;
}

/** Returns what an assistant can call, each under a name of its own. */
export function listCallableOperations({ assistant, registered, principalId, secrets }: Sources): CallableOperation[] {
  const registeredById = new Map(registered.map((each) => [each.id, each]));
  const isOwn = assistant.ownerId === principalId && assistant.authorId === principalId;
  // What another person has written could send the chat somewhere unseen; those of a group answer to its administrators.
  const mustAsk = !isOwn && assistant.groupId === null;
  const usedNames = new Set<string>(Object.values(documentToolNames));
  return assistant.operations.flatMap((operation) => {
    const callable = isCustomApi(operation)
      ? fromCustomApi(operation, mustAsk, secrets)
      : fromRegistered(registeredById.get(operation.id), { mustAsk, isOwn });
    if (!callable) return [];
    const toolName = chooseToolName(callable.toolName, usedNames);
    usedNames.add(toolName);
    return [{ ...callable, toolName, fingerprint: createFingerprint(callable) }];
  });
}

function fromCustomApi(operation: AssistantOperation, mustAsk: boolean, secrets: SecretBox): Callable | null {
  // Sealed secrets are longer than the contract allows.
  const opened = openSecrets(secrets, operation);
  const request = opened && parseCustomApi(opened);
  if (!request || findRequestUrlProblem(request.url) !== null) return null;
  const { id, name, description, params, shouldConfirm, confirmationMessage } = operation;
  return {
    // Instructions may name it, so renaming it does not change what the model calls.
    ...{ id, name, toolName: id },
    // Who allows a call should know where it goes.
    title: `${cutName(name)} (${cutHost(new URL(request.url).host)})`,
    ...{ description, params },
    request,
    ...{ integration: null, builtIn: null },
    needsApproval: mustAsk || (shouldConfirm ?? request.requestType !== "GET"),
    approvalQuestion: confirmationMessage ?? "",
    errorMessage: "",
  };
}

/** A title has at most 200 characters. The end of a host says whose it is. */
const cutName = (name: string) => (name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name);
const cutHost = (host: string) => (host.length > 130 ? `…${host.slice(-130)}` : host);

const createFingerprint = ({ request, integration }: Callable): string =>
  createHash("sha256")
    .update(JSON.stringify([maskSecrets(request), integration]))
    .digest("base64url");

interface Authorship {
  /** True if another person has written the assistant, and no group answers for it. */
  mustAsk: boolean;
  /** True if the assistant belongs to the person who asks, who has also saved it. */
  isOwn: boolean;
}

/** Undefined: it is no longer registered. */
function fromRegistered(operation: OpenedOperation | undefined, { mustAsk, isOwn }: Authorship): Callable | null {
  if (!operation?.auth) return null;
  const { id, description, params, method, url, auth, data, integration = null, builtIn = null } = operation;
  const isReading = method === "GET";
  // What it reads is the person's own, so it asks also in a group. Other operations read what the institution offers, but
  // another author could let them send something to themselves.
  const asks = integration === null ? mustAsk && !isReading : !isOwn || !isReading;
  return {
    ...{ id, name: id, toolName: id, title: id },
    ...{ description, params: builtIn?.params ?? params },
    request: { requestType: method, url, headers: {}, body: "", auth },
    ...{ integration, builtIn },
    needsApproval: data.shouldConfirm || asks,
    approvalQuestion: data.confirmationMessage,
    errorMessage: data.defaultErrorMessage,
  };
}

/** Names of functions are at most 64 letters, digits, `_` and `-`. */
function chooseToolName(name: string, usedNames: ReadonlySet<string>): string {
  const base =
    name
      .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 60) || "operation";
  let toolName = base;
  for (let number = 2; usedNames.has(toolName); number++) toolName = `${base}_${number}`;
  return toolName;
}
