import { formatDollars } from "@lectern/contract";
import { getFormatLocale } from "../../lib/i18n/i18n.ts";

/** Formats an amount in dollars in the language in use. */
export const formatAmount = (amount: number): string => formatDollars(amount, getFormatLocale());
