/**
 * The part of a body that a `Range` header asks for, first and last byte included, as RFC 9110 says. Null: all of it, as also where the header is none,
 * names another unit or several parts, which a server may pass over.
 */
export function readByteRange(
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
