import dns from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Addresses at which a cloud tells a machine its credentials, and all link-local ones. No model server is there.
 * Private networks are allowed: institutions run model servers in them.
 */
const refused = new BlockList();
refused.addSubnet("169.254.0.0", 16, "ipv4");
refused.addSubnet("fe80::", 10, "ipv6");
refused.addAddress("fd00:ec2::254", "ipv6"); // AWS
refused.addAddress("100.100.100.200", "ipv4"); // Alibaba Cloud
refused.addAddress("168.63.129.16", "ipv4"); // Azure

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
