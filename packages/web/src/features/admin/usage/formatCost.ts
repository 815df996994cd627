import { formatDollars } from "@lectern/contract";
import { getFormatLocale } from "../../../lib/i18n/i18n.ts";

/** Formats an exact decimal as dollars, rounded for people. */
export const formatCost = (cost: string): string => formatDollars(Number(cost), getFormatLocale());
