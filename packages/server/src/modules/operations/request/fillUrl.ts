import { placeholderPattern } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { createTooLongError, getText, type ParamValues, substitute, toText } from "./substitute.ts";

const maxUrlLength = 16_000;

/**
 * Fills a URL that `findRequestUrlProblem` accepts, and appends further parameters to its query. Throws `invalidInput` if
 * a value would leave its segment of the path.
 */
export function fillUrl(template: string, params: ParamValues, appended: ParamValues): string {
  // The parser of URLs ignores these characters.
  const text = template.trim().replace(/[\t\n\r]/g, "");
  // As long as the text, without the characters of names.
  const sample = text.replace(placeholderPattern, (match) => "x".repeat(match.length));
  const [beforeFragment = ""] = sample.split("#");
  const [beforeQuery = ""] = beforeFragment.split("?");
  const path = substitute(text.slice(0, beforeQuery.length), params, encodeForPath, maxUrlLength);
  const query = substitute(
    text.slice(beforeQuery.length, beforeFragment.length),
    params,
    (values, name) => encodeURIComponent(getText(values, name)),
    maxUrlLength,
  );
  const url = new URL(path + query);
  assertSamePath(url, new URL(beforeQuery));
  const pairs = Object.entries(appended)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(toText(value))}`);
  if (pairs.length > 0) url.search = [url.search.slice(1), ...pairs].filter((part) => part !== "").join("&");
  if (url.href.length > maxUrlLength) throw createTooLongError();
  return url.href;
}

function encodeForPath(params: ParamValues, name: string): string {
  const text = getText(params, name);
  // Some servers decode the slash before they look at segments.
  if (text.split(/[\\/]/).some((segment) => segment === "." || segment === "..")) {
    throw new AppError("invalidInput", { userMessage: `The parameter “${name}” must not lead to another path.` });
  }
  return encodeURIComponent(text);
}

/** Compares with the same URL that has harmless values, as the parser sees both: no segment may vanish or get empty. */
function assertSamePath(url: URL, sample: URL): void {
  const segments = url.pathname.split("/");
  const sampleSegments = sample.pathname.split("/");
  const isSame =
    url.origin === sample.origin &&
    segments.length === sampleSegments.length &&
    sampleSegments.every((segment, index) => segment === "" || segments[index] !== "");
  if (!isSame)
    throw new AppError("invalidInput", { userMessage: "A parameter in the path of the URL is empty or dots." });
}
