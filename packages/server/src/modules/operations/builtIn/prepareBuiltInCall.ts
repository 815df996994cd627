import { findPlaceholders, type HttpRequestTemplate } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { HttpOperationCall } from "../request/callHttpOperation.ts";
import type { ParamValues } from "../request/substitute.ts";
import type { BuiltInOperation } from "./builtInOperation.ts";

/**
 * Prepares the call of a built-in operation, of which `template` is the whole request. Blank values count as absent, because
 * models write them for what they leave out. Throws `invalidInput` if a required parameter is absent. Pure.
 */
export function prepareBuiltInCall(
  { params: declared, toBody, toText }: BuiltInOperation,
  template: HttpRequestTemplate,
  params: ParamValues,
): HttpOperationCall {
  const present = Object.fromEntries(Object.entries(params).filter(([, value]) => hasValue(value)));
  const absent = declared.filter(({ name }) => !Object.hasOwn(present, name));
  const missing = absent.find(({ isRequired }) => isRequired);
  if (missing) throw new AppError("invalidInput", { userMessage: `The parameter “${missing.name}” is missing.` });
  const absentNames = absent.map(({ name }) => name);
  return {
    template: { ...template, url: omitPairs(template.url, absentNames) },
    params: present,
    body: toBody?.(present),
    toText,
  };
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== "string" || value.trim() !== "");

/** Leaves out the pairs of a query that name one of these parameters. */
function omitPairs(url: string, names: readonly string[]): string {
  const [path = "", query] = url.split("?");
  if (query === undefined) return url;
  const pairs = query.split("&").filter((pair) => !findPlaceholders(pair).some((name) => names.includes(name)));
  return `${path}?${pairs.join("&")}`;
}
