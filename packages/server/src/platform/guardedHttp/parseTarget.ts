import { isIP } from "node:net";
import { createRefusedAddressError, GuardedHttpError } from "./guardedHttpError.ts";
import { type IsRefused, isInternalAddress, isMetadataAddress, toAddress } from "./refusedAddresses.ts";

export interface Target {
  url: URL;
  /** Checks the addresses to which the name of the host leads. */
  isRefused: IsRefused;
}

/**
 * Ports of other protocols, whose servers could take a request for commands (https://fetch.spec.whatwg.org/#port-blocking).
 */
const refusedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Parses the URL of a request, or the one to which `base` redirects. `allowedHosts` are host names, each with or without
 * a port, that may be in private networks. Throws `GuardedHttpError` if the URL is not one that may be called.
 */
export function parseTarget(text: string, allowedHosts: readonly string[], base?: URL): Target {
  const url = URL.parse(text, base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new GuardedHttpError("invalidUrl", { userMessage: "Only URLs with https:// or http:// can be called." });
  }
  if (url.username !== "" || url.password !== "") {
    throw new GuardedHttpError("invalidUrl", { userMessage: "The URL must not contain a username or a password." });
  }
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${port}`)) {
    if (isMetadataAddress(toAddress(url))) throw createRefusedAddressError();
    return { url, isRefused: isMetadataAddress };
  }
  const isWrittenOddly = isOddSpelling(text, url, base);
  if (isInternalAddress(toAddress(url)) || isWrittenOddly) throw createRefusedAddressError();
  if (url.port === "0" || refusedPorts.has(port)) {
    throw new GuardedHttpError("invalidUrl", { userMessage: "The port in the URL is one of another protocol." });
  }
  return { url, isRefused: isInternalAddress };
}

/** True for `1.2.3.4` written as one number, in octal, with fewer parts or other digits, and for a name with a final dot. */
function isOddSpelling(text: string, { hostname }: URL, base?: URL): boolean {
  if (hostname.endsWith(".")) return true;
  if (isIP(hostname) !== 4 || hostname === base?.hostname) return false;
  return /^[^/\\]*[/\\]{2}([^/\\?#:]*)/.exec(text.trim())?.[1] !== hostname;
}
