import { AppError } from "../../../core/appError.ts";
import { createTooLongError, getText, getValue, type ParamValues, substitute } from "./substitute.ts";

const maxBodyLength = 1_000_000;

/** A string, whose end can be missing, or `${name}` between strings. Takes linear time. */
const stringOrPlaceholder = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|\$\{([^{}]*)\}/gs;

/**
 * Fills JSON, in which `${name}` stands in a string or in place of a value. `"${name}"` becomes the value itself if that
 * is no text. Throws `invalidInput` if the result is not JSON.
 */
export function fillJson(template: string, params: ParamValues): string {
  let length = template.length;
  const body = template.replace(stringOrPlaceholder, (match, name: string | undefined) => {
    const filled = name === undefined ? fillString(match, params) : JSON.stringify(getValue(params, name));
    length += filled.length - match.length;
    if (length > maxBodyLength) throw createTooLongError();
    return filled;
  });
  try {
    JSON.parse(body);
  } catch (cause) {
    throw new AppError("invalidInput", { userMessage: "The body is not valid JSON.", cause });
  }
  return body;
}

function fillString(text: string, params: ParamValues): string {
  const name = /^"\$\{([^{}]*)\}"$/.exec(text)?.[1];
  if (name !== undefined && typeof getValue(params, name) !== "string") return JSON.stringify(getValue(params, name));
  return substitute(text, params, (values, each) => JSON.stringify(getText(values, each)).slice(1, -1), maxBodyLength);
}
