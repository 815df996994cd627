/**
 * Returns the network of an IP address as a rate-limiting key: an IPv4 address itself, or the first 64 bits of an IPv6
 * address, because a client usually has a whole /64. Returns anything else unchanged.
 */
export function getNetwork(address: string): string {
  const normalized = address.replace(/%.*$/, "").toLowerCase();
  const ipv4 = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(normalized)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!normalized.includes(":")) return normalized;
  const [before = "", after] = normalized.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after ? after.split(":") : [];
  const zeroCount = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeroCount }, () => "0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
