/**
 * Parses a `Range` header (RFC 9110) into its first and last byte, inclusive. Returns null, which means the whole body,
 * if the header is missing or invalid, or has another unit or several ranges, which a server may ignore. Returns
 * `unsatisfiable` if the range contains no byte of the body.
 */
export function parseByteRange(
  header: string | undefined,
  totalBytes: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), totalBytes);
    return length === 0 ? "unsatisfiable" : { start: totalBytes - length, end: totalBytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= totalBytes ? "unsatisfiable" : { start, end };
}
