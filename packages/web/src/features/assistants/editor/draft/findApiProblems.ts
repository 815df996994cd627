import { findRequestUrlProblem, HeaderName } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type CustomApiDraft, hasStoredSecrets } from "./customApiDraft.ts";

/** The fields of a custom API that can be wrong. */
export type ApiField =
  | "requestType"
  | "url"
  | "params"
  | "headers"
  | "body"
  | "username"
  | "token"
  | "description"
  | "confirmationMessage"
  | "name";

/** Error messages by field. */
export type ApiProblems = Partial<Record<ApiField, string>>;

/**
 * Returns why custom APIs cannot be saved; null if they can. `isOn`: the model can call them, so they must be complete.
 * `savedApis`: those that the draft started from.
 */
export function findOperationsProblem(
  apis: readonly CustomApiDraft[],
  isOn: boolean,
  savedApis: readonly CustomApiDraft[] = [],
): string | null {
  const wrong = apis.find((api) => Object.keys(findApiProblems(api, isOn, findSavedApi(savedApis, api))).length > 0);
  if (isOn && apis.some(isIncomplete)) {
    return t`Please fill out all required API fields (Request Type, URL, and Description) before saving.`;
  }
  if (!wrong) return null;
  const name = wrong.name.trim();
  return name === "" ? t`Please check the custom API without a name.` : t`Please check the custom API “${name}”.`;
}

const isIncomplete = ({ requestType, url, description }: CustomApiDraft) =>
  requestType === null || url.trim() === "" || description.trim() === "";

/** Returns what the draft of an API started from; null: it is new, or not known. */
export const findSavedApi = (savedApis: readonly CustomApiDraft[], { id }: CustomApiDraft): CustomApiDraft | null =>
  savedApis.find((saved) => saved.id === id) ?? null;

export function findApiProblems(api: CustomApiDraft, isOn: boolean, saved: CustomApiDraft | null = null): ApiProblems {
  const { name, requestType, url, body, auth, description, confirmationMessage } = api;
  const wanted: Record<ApiField, string | null> = {
    name: null,
    requestType: requestType === null ? t`Please choose a request type.` : null,
    url: findUrlProblem(url),
    params: findParamsProblem(api),
    headers: api.headers.some(lacksValue) ? t`Please enter a value for each header.` : null,
    body: null,
    username: auth.type === "basic" && auth.username === "" ? t`Please enter a username.` : null,
    token: auth.type === "bearer" && auth.token === "" ? t`Please enter a token.` : null,
    description: description.trim() === "" ? t`Please describe what it does.` : null,
    confirmationMessage: null,
  };
  const texts = Object.entries({ name, url, body, description, confirmationMessage });
  // The server stores nothing that has these problems.
  const unstorable = {
    headers: findHeadersProblem(api),
    ...Object.fromEntries(texts.map(([field, value]) => [field, findCharacterProblem(value)])),
  };
  const origin = dropEmpty({ url: findOriginProblem(api, saved) });
  return { ...origin, ...(isOn ? dropEmpty(wanted) : {}), ...dropEmpty(unstorable) };
}

/** Says which secrets must be entered again, because the server keeps them for the server for which they were entered. */
export function findOriginProblem(api: CustomApiDraft, saved: CustomApiDraft | null): string | null {
  const origin = saved && getOrigin(saved.url);
  if (!origin || !hasStoredSecrets(api) || getOrigin(api.url) === origin) return null;
  return t`The stored secrets are for ${origin} only. Please enter them again for another server.`;
}

const getOrigin = (url: string) => (URL.canParse(url.trim()) ? new URL(url.trim()).origin : null);

const findCharacterProblem = (text: string) =>
  text.includes("\0") ? t`This contains a character that can’t be stored (NUL).` : null;

const dropEmpty = (problems: Partial<Record<ApiField, string | null>>): ApiProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));

function findUrlProblem(url: string): string | null {
  if (url.trim() === "") return t`Please enter the URL.`;
  const problem = findRequestUrlProblem(url);
  switch (problem) {
    case null:
      return null;
    case "notWeb":
      return t`Please enter an address that begins with https:// or http://.`;
    case "parameterInHost":
      return t`Parameters can’t be part of the server’s name. Use them in the path or after the question mark.`;
    case "credentials":
      return t`Please enter the username and password under Authentication, not in the URL.`;
    default:
      return problem satisfies never;
  }
}

/** Names that all model servers accept. */
const paramName = /^[A-Za-z0-9_.-]{1,64}$/;

export const isParamNameWrong = ({ params }: CustomApiDraft, index: number) => {
  const { name = "", description = "" } = params[index] ?? {};
  if (name.trim() === "") return description.trim() !== "";
  return !paramName.test(name.trim()) || params.findIndex((param) => param.name.trim() === name.trim()) !== index;
};

function findParamsProblem(api: CustomApiDraft): string | null {
  return api.params.some((_, index) => isParamNameWrong(api, index))
    ? t`Each parameter needs a name of its own, of at most 64 letters, digits, dots, hyphens and underscores.`
    : null;
}

export const isHeaderNameWrong = ({ headers }: CustomApiDraft, index: number) => {
  const { name = "", value = "" } = headers[index] ?? {};
  const key = name.trim().toLowerCase();
  if (key === "") return value.trim() !== "";
  const isRepeated = headers.findIndex((header) => header.name.trim().toLowerCase() === key) !== index;
  return isRepeated || !HeaderName.safeParse(name.trim()).success;
};

export const lacksValue = ({ name, value }: CustomApiDraft["headers"][number]) =>
  name.trim() !== "" && value.trim() === "";

function findHeadersProblem(api: CustomApiDraft): string | null {
  return api.headers.some((_, index) => isHeaderNameWrong(api, index))
    ? t`Each header needs a name of its own, such as Accept, without spaces.`
    : null;
}
