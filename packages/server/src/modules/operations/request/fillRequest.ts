import {
  findPlaceholders,
  type HttpAuth,
  type HttpRequestTemplate,
  hasRequestBody,
  type JsonObject,
} from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { assertCallableUrl } from "./assertCallableUrl.ts";
import { fillJson } from "./fillJson.ts";
import { fillUrl } from "./fillUrl.ts";
import { getText, type ParamValues, substitute } from "./substitute.ts";

export interface FilledRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

const maxHeaderLength = 32_000;

/**
 * Puts the values of parameters in the places of a request that name them, encoded for each place. `params` has the
 * declared parameters only. Those of `GET` and `DELETE` that no place names are appended to the query. `content` takes the
 * place of the body. Throws `invalidInput` if a place names no parameter, or if a value could change more than its place.
 */
export function fillRequest(
  template: HttpRequestTemplate,
  params: ParamValues,
  content: JsonObject | undefined = undefined,
): FilledRequest {
  assertCallableUrl(template.url);
  const hasBody = hasRequestBody(template.requestType);
  const headers = new Map(
    Object.entries(template.headers).map(([name, value]) => [name.toLowerCase(), fillHeader(name, value, params)]),
  );
  const authorization = toAuthorization(template.auth);
  if (authorization !== null) headers.set("authorization", authorization);
  const appended = hasBody
    ? {}
    : omit(params, [template.url, ...Object.values(template.headers)].flatMap(findPlaceholders));
  const request = { method: template.requestType, url: fillUrl(template.url, params, appended) };
  if (!hasBody) return { ...request, headers: Object.fromEntries(headers) };
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  const body =
    content || template.body.trim() === "" ? JSON.stringify(content ?? params) : fillJson(template.body, params);
  return { ...request, headers: Object.fromEntries(headers), body };
}

function fillHeader(name: string, text: string, params: ParamValues): string {
  const value = substitute(text, params, getText, maxHeaderLength).trim();
  if (!hasControlCharacters(value)) return value;
  throw new AppError("invalidInput", {
    userMessage: `The header “${name}” must be one line without control characters.`,
  });
}

const hasControlCharacters = (text: string) => /\p{Cc}/u.test(text);

function toAuthorization({ type, token, username, password }: HttpAuth): string | null {
  switch (type) {
    case "none":
      return null;
    case "bearer":
      if (hasControlCharacters(token.trim())) {
        throw new AppError("invalidInput", { userMessage: "The token must be one line without control characters." });
      }
      return token.trim() === "" ? null : `Bearer ${token.trim()}`;
    case "basic":
      // The server would take what follows the colon for the password (RFC 7617).
      if (username.includes(":")) {
        throw new AppError("invalidInput", { userMessage: "The username must not contain a colon." });
      }
      return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
  }
}

function omit(params: ParamValues, names: readonly string[]): ParamValues {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
}
