import dns from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Addresses at which a cloud tells a machine its credentials, and all link-local ones. No request goes there, whoever
 * has named the server.
 */
const metadataV4 = [
  ["169.254.0.0", 16],
  ["100.100.100.200", 32], // Alibaba Cloud
  ["168.63.129.16", 32], // Azure
  ["192.0.0.192", 32], // Oracle Cloud
] as const;
const metadataV6 = [
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

/** IPv4 addresses that are not on the public Internet (IANA's registry of special-purpose addresses). */
const specialV4 = [
  ["0.0.0.0", 8], // this machine
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // shared by the customers of a provider
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
] as const;

/** Exceptions in the public addresses of IPv6, which are `2000::/3`. */
const specialV6 = [
  ["2001::", 23], // Teredo and other protocols
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["3fff::", 20], // documentation
] as const;

const metadata = new BlockList();
for (const [address, bits] of metadataV6) metadata.addSubnet(address, bits, "ipv6");
for (const [address, bits] of metadataV4) {
  metadata.addSubnet(address, bits, "ipv4");
  for (const [prefix, prefixBits] of embeddingPrefixes) {
    const embedded = `${prefix}${toHexGroups(address)}${prefixBits === 16 ? "::" : ""}`;
    metadata.addSubnet(embedded, prefixBits + bits, "ipv6");
  }
}

const special = new BlockList();
for (const [address, bits] of specialV4) special.addSubnet(address, bits, "ipv4");
for (const [address, bits] of specialV6) special.addSubnet(address, bits, "ipv6");

const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");

/** Writes an IPv4 address as two groups of an IPv6 address. */
function toHexGroups(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
export function toAddress({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/^\[|\]$/g, "");
}

export type IsRefused = (address: string) => boolean;

/** True for a link-local address or one of a cloud's metadata; false for names, which are checked when they are resolved. */
export const isMetadataAddress: IsRefused = (address) => checkAddress(metadata, address);

/** The same for each address that is not on the public Internet, also if it is written as an IPv6 address. */
export const isInternalAddress: IsRefused = (address) =>
  isMetadataAddress(address) ||
  checkAddress(special, address) ||
  (isIP(address) === 6 && !checkAddress(publicV6, address));

function checkAddress(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * Creates a function that resolves a name without refused addresses, for the connection that uses them. A name that has
 * no other one fails with the code `EREFUSED_ADDRESS`.
 */
export function createCheckedLookup(isRefused: IsRefused): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => !isRefused(address));
      const [first] = allowed;
      if (!first) return callback(createRefusal(), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** For servers that administrators name: institutions run model servers in private networks. */
export const lookupServers = createCheckedLookup(isMetadataAddress);

const createRefusal = () =>
  Object.assign(new Error("no address of the server is allowed"), { code: "EREFUSED_ADDRESS" });
