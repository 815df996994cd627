import {
  findRequestUrlProblem,
  limits,
  type OperationAuth,
  OperationId,
  type OpInput,
  type RegisteredOperation,
  type RequestType,
  type registerOperations,
  toRegistrableParams,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** An operation as it is typed. */
export interface OperationDraft {
  id: string;
  url: string;
  method: RequestType;
  description: string;
  /** Not sent if the method has no parameters. */
  params: readonly { name: string; description: string }[];
  /** Separated by commas. */
  tags: string;
  auth: OperationAuth;
  shouldConfirm: boolean;
  confirmationMessage: string;
  defaultErrorMessage: string;
}

export const emptyDraft: OperationDraft = {
  id: "",
  url: "",
  method: "POST",
  description: "",
  params: [],
  tags: "",
  auth: { type: "none", token: "", username: "", password: "" },
  shouldConfirm: false,
  confirmationMessage: "",
  defaultErrorMessage: "",
};

/** True if nothing was typed. What was only chosen is no loss. */
export const isBlank = ({ id, url, description, params, tags, auth, ...others }: OperationDraft): boolean =>
  [id, url, description, tags, auth.token, auth.username, auth.password].every((text) => text.trim() === "") &&
  params.length === 0 &&
  [others.confirmationMessage, others.defaultErrorMessage].every((text) => text.trim() === "");

export const toDraft = ({ id, url, method, description, params, tags, auth, data }: RegisteredOperation) =>
  ({
    ...{ id, url: url ?? "", method, description, params, tags: tags.join(", ") },
    auth: auth ?? emptyDraft.auth,
    ...data,
  }) satisfies OperationDraft;

/** Splits tags at commas. Blank ones and duplicates are left out. */
export const splitTags = (tags: string): string[] => [
  ...new Set(
    tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

export function toOperation(draft: OperationDraft): OpInput<typeof registerOperations>["ops"][number] {
  const { method, description, params, auth, shouldConfirm, confirmationMessage, defaultErrorMessage } = draft;
  const id = draft.id.trim();
  return {
    ...{ id, name: id, url: draft.url.trim(), method, description: description.trim(), type: "custom" },
    params: toRegistrableParams(method, params).filter(({ name }) => name.trim() !== ""),
    tags: splitTags(draft.tags),
    auth,
    data: { shouldConfirm, confirmationMessage, defaultErrorMessage },
  };
}

export const isIncomplete = ({ id, url, tags }: OperationDraft): boolean =>
  id.trim() === "" || url.trim() === "" || splitTags(tags).length === 0;

/** Returns why these operations cannot be registered; null: they can be sent. */
export function findDraftsProblem(drafts: readonly OperationDraft[]): string | null {
  if (drafts.some(isIncomplete)) {
    return t`One or more operations have missing function name, endpoint path, or empty tags.`;
  }
  const maxCount = limits.operationsPerRegistration;
  if (drafts.length > maxCount) return t`At most ${maxCount} ops can be registered at once.`;
  const ids = drafts.map(({ id }) => id.trim());
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeatedId !== undefined) return t`“${repeatedId}” is there more than once.`;
  return drafts.map(findDraftProblem).find((problem) => problem !== null) ?? null;
}

function findDraftProblem(draft: OperationDraft): string | null {
  const { auth } = draft;
  const { id, url, tags } = toOperation(draft);
  if (!OperationId.safeParse(id).success) {
    return t`“${id}” is not a function name: it has only letters from A to Z, digits, _ and -, and starts with a letter.`;
  }
  if (findRequestUrlProblem(url) !== null) {
    return t`The URL of “${id}” must start with https:// or http://, without a password or a parameter in the host.`;
  }
  if (tags.length > limits.tagsPerOperation || tags.some((tag) => tag.length > 100)) {
    return t`“${id}” has too many tags, or one that is too long.`;
  }
  if (auth.type === "integration" && auth.integration === undefined)
    return t`Please choose the integration of “${id}”.`;
  return auth.type === "bearer" && auth.token.trim() === "" ? t`Please enter the token of “${id}”.` : null;
}
