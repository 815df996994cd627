import { formatNumber } from "../../../lib/i18n/formats.ts";

/** Formats a number of tokens, rounded to two digits, because it is estimated: 12,345 becomes 12,000. */
export const formatTokens = (tokens: number): string => formatNumber(tokens, { maximumSignificantDigits: 2 });

export const formatShare = (share: number): string =>
  formatNumber(share, { style: "percent", maximumFractionDigits: 0 });
