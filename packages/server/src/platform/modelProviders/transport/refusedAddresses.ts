import dns from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Addresses at which a cloud tells a machine its credentials, and all link-local ones. No model server is there.
 * Private networks are allowed: institutions run model servers in them.
 */
const refusedV4 = [
  ["169.254.0.0", 16],
  ["100.100.100.200", 32], // Alibaba Cloud
  ["168.63.129.16", 32], // Azure
  ["192.0.0.192", 32], // Oracle Cloud
] as const;
const refusedV6 = [
  ["fe80::", 10],
  ["fd00:ec2::254", 128], // AWS
  ["fd20:ce::254", 128], // Google Cloud
  ["fd00:c1::a9fe:a9fe", 128], // Oracle Cloud
] as const;

/** Prefixes of IPv6 addresses that stand for an IPv4 address, which follows them: NAT64, 6to4 and older forms. */
const embeddingPrefixes = [
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 96],
  ["::ffff:0:", 96],
  ["::", 96],
  ["2002:", 16],
] as const;

const refused = new BlockList();
for (const [address, bits] of refusedV6) refused.addSubnet(address, bits, "ipv6");
for (const [address, bits] of refusedV4) {
  refused.addSubnet(address, bits, "ipv4");
  for (const [prefix, prefixBits] of embeddingPrefixes) {
    const embedded = `${prefix}${toHexGroups(address)}${prefixBits === 16 ? "::" : ""}`;
    refused.addSubnet(embedded, prefixBits + bits, "ipv6");
  }
}

/** Writes an IPv4 address as two groups of an IPv6 address. */
function toHexGroups(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** True for the host of a URL that is a refused IP address. Names are checked when they are resolved. */
export function isRefusedHost(hostname: string): boolean {
  return isRefusedAddress(hostname.replace(/^\[|\]$/g, ""));
}

function isRefusedAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && refused.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Resolves a name without refused addresses. A name that has no other one cannot be resolved. */
export const lookupAllowed: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(({ address }) => !isRefusedAddress(address));
    const [first] = allowed;
    if (!first) return callback(createRefusal(), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

const createRefusal = () =>
  Object.assign(new Error("no address of the server is allowed"), { code: "EREFUSED_ADDRESS" });
