import dns from "node:dns";
import { expect, test, vi } from "vitest";
import { createCheckedLookup, isInternalAddress, isMetadataAddress, lookupServers } from "./refusedAddresses.ts";

const metadataAddresses = [
  "169.254.169.254",
  "fe80::1",
  "fe80::1%eth0",
  "fd00:ec2::254",
  "168.63.129.16",
  "::ffff:169.254.1.1",
];
const privateAddresses = [
  ...["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "172.16.0.1"],
  ...["172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255"],
  ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "2001:db8::1", "3fff::1"],
  // These stand for an IPv4 address, a private or a public one.
  ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::8.8.8.8", "::ffff:0:10.0.0.1", "64:ff9b::a00:1"],
  ...["64:ff9b:1::a00:1", "64:ff9b::808:808", "2002:7f00:1::1", "2002:808:808::1", "2001::1", "2001:0:a00:1::1"],
];
const publicAddresses = [
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.32.0.1",
  "192.0.1.1",
  "198.20.0.1",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00::1",
  "2001:4860:4860::8888",
];

test("an address is internal unless it is a public one", () => {
  expect([...metadataAddresses, ...privateAddresses].filter((address) => !isInternalAddress(address))).toEqual([]);
  expect(publicAddresses.filter(isInternalAddress)).toEqual([]);
  expect(["localhost", "api.uni.edu", ""].filter(isInternalAddress)).toEqual([]);
});

test("an address of a cloud's metadata or a link-local one stays so where private networks are allowed", () => {
  expect(metadataAddresses.filter((address) => !isMetadataAddress(address))).toEqual([]);
  expect(["10.0.0.1", "127.0.0.1", "::1", "fd12:3456::1", "8.8.8.8"].filter(isMetadataAddress)).toEqual([]);
});

test.each([
  ["a server that a person names", createCheckedLookup(isInternalAddress), [...metadataAddresses, ...privateAddresses]],
  ["a server that an administrator names", lookupServers, metadataAddresses],
])("a name leads to no refused address: %s", async (_title, lookup, refusedAddresses) => {
  const lookUp = (all: boolean) =>
    new Promise((resolve) =>
      lookup("rebinding.example", { all }, (error, found) => resolve({ code: error?.code, found })),
    );
  for (const address of refusedAddresses) {
    stubNames(address);
    for (const all of [true, false]) expect(await lookUp(all), address).toMatchObject({ code: "EREFUSED_ADDRESS" });
    stubNames(address, "8.8.8.8");
    expect(await lookUp(true), address).toEqual({ found: [{ address: "8.8.8.8", family: 4 }] });
    expect(await lookUp(false), address).toEqual({ found: "8.8.8.8" });
  }
});

/** Makes every name have these addresses. */
function stubNames(...addresses: string[]) {
  const resolve = (_hostname: string, _options: dns.LookupAllOptions, callback: (...result: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  vi.spyOn(dns, "lookup").mockImplementation(resolve as unknown as typeof dns.lookup);
}
