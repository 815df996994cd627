import { plural, t } from "@lingui/core/macro";
import { formatList } from "../i18n/formats.ts";
import { cutText } from "./cutText.ts";

const maxNames = 3;
const maxNameLength = 60;

/**
 * Joins the names of items for a notice, such as `A, B, C and 230 more`: at most three, each cut and then formatted
 * with `format`.
 */
export function listNames(names: readonly string[], format = (name: string) => name): string {
  const shownNames = names.slice(0, maxNames).map((name) => format(cutText(name, maxNameLength)));
  const hiddenCount = names.length - shownNames.length;
  return formatList(hiddenCount > 0 ? [...shownNames, formatRest(hiddenCount)] : shownNames);
}

const formatRest = (count: number) => plural(count, { one: "# more", other: "# more" });

export const quoteName = (name: string): string =>
  t({ message: `“${name}”`, comment: "Quotation marks of the language" });
