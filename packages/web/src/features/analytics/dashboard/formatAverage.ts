import { formatNumber } from "../../../lib/i18n/formats.ts";

/** Formats an average with two decimals; null if there is none. */
export const formatAverage = (value: number | null): string | null =>
  value === null ? null : formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
