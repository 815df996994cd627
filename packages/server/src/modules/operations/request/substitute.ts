import { placeholderPattern } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";

/** The values of parameters by name: texts, numbers, truth values, and whatever else JSON has. */
export type ParamValues = Readonly<Record<string, unknown>>;

/**
 * Replaces each `${name}` by what `encode` returns for the parameter. Values are not searched for further ones. Throws
 * `invalidInput` if the result is longer than `maxLength`.
 */
export function substitute(
  text: string,
  params: ParamValues,
  encode: (params: ParamValues, name: string) => string,
  maxLength: number,
): string {
  let length = text.length;
  return text.replace(placeholderPattern, (_match, name: string) => {
    const value = encode(params, name);
    length += value.length;
    if (length > maxLength) throw createTooLongError();
    return value;
  });
}

export const createTooLongError = () =>
  new AppError("invalidInput", { userMessage: "The request is too long with these parameters." });

/** Returns the value of a parameter. Throws `invalidInput` if there is none. */
export function getValue(params: ParamValues, name: string): unknown {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (value !== undefined) return value;
  throw new AppError("invalidInput", { userMessage: `The parameter “${name}” is missing.` });
}

/** Returns the value of a parameter as text: JSON, if it is a list or an object. */
export function getText(params: ParamValues, name: string): string {
  return toText(getValue(params, name));
}

export function toText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value).toWellFormed();
}
