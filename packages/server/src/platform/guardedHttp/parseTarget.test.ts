import { describe, expect, test } from "vitest";
import { parseTarget } from "./parseTarget.ts";

const getKind = (url: string, allowedHosts: readonly string[] = [], base?: string) => {
  try {
    parseTarget(url, allowedHosts, base === undefined ? undefined : new URL(base));
    return "called";
  } catch (error) {
    return (error as { kind?: string }).kind;
  }
};

describe("the URL of a request", () => {
  test.each([
    "http://api.example/v1",
    "https://8.8.8.8/",
    "HTTPS://API.example:8443/?a=1#b",
    "http://[2606:4700::1111]/",
  ])("can be public: %s", (url) => expect(getKind(url)).toBe("called"));

  test.each([
    ...["", "api.example", "/v1", "//api.example", "file:///etc/passwd", "ftp://api.example", "gopher://api.example"],
    ...["data:text/plain,x", "javascript:alert(1)", "blob:https://api.example/1", "ws://api.example", "http://"],
    ...["https://me@api.example", "https://me:secret@api.example", "https://:secret@api.example", "http://a b/"],
    ...["http://[fe80::1%25eth0]/", "http://api.example:99999/", "http://api.example:22/", "http://8.8.8.8:25/"],
    ...["http://api.example:0/", "https://api.example:6667/"],
  ])("is not valid: %s", (url) => expect(getKind(url)).toBe("invalidUrl"));

  test.each([
    ...[
      "http://127.0.0.1/",
      "http://10.1.2.3:8080/",
      "http://[::1]/",
      "http://[::ffff:127.0.0.1]/",
      "http://[fd00::1]/",
    ],
    ...["http://169.254.169.254/latest", "http://[fe80::1]/", "http://[64:ff9b::7f00:1]/", "http://0/", "http://[::]/"],
    // Odd spellings of private and of public addresses.
    ...["http://2130706433/", "http://0x7f000001/", "http://017700000001/", "http://127.1/", "http://0177.0.0.1/"],
    ...["http://0x7f.1/", "http://127.0.0.1./", "http://①②⑦.0.0.1/", "http://127%2e0.0.1/", "http://localhost./"],
    ...["http://134744072/", "http://8.8.2056/", "http://010.8.8.8/", "http://0x8.8.8.8/", "http://8.8.8.8./"],
    ...["http:8.8.8.8", "http://8。8。8。8/", "http://api.example./"],
  ])("is refused: %s", (url) => expect(getKind(url)).toBe("refusedAddress"));

  test("can be private if the host is allowed, with the port if one is named", () => {
    const allowed = ["api.uni.edu", "10.1.2.3:8080", "[fd00::1]:443", "127.0.0.1"];
    const urls = ["http://API.uni.edu:99/", "http://10.1.2.3:8080/", "https://[fd00:0::1]/", "http://2130706433:25/"];
    expect(urls.map((url) => getKind(url, allowed))).toEqual(urls.map(() => "called"));
    const others = [
      "http://10.1.2.3/",
      "http://10.1.2.3:80801",
      "http://[fd00::1]/",
      "http://127.0.0.2/",
      "http://10.1.2.4:8080",
    ];
    expect(others.map((url) => getKind(url, allowed))).not.toContain("called");
    expect(parseTarget("http://api.uni.edu/", allowed).isRefused("10.0.0.1")).toBe(false);
    expect(parseTarget("http://other.uni.edu/", allowed).isRefused("10.0.0.1")).toBe(true);
  });

  test("is never link-local or one of a cloud's metadata, even if the host is allowed", () => {
    const hosts = ["169.254.169.254", "[fe80::1]", "[fd00:ec2::254]", "100.100.100.200", "[::ffff:a9fe:a9fe]"];
    for (const host of hosts) expect(getKind(`http://${host}/`, [host]), host).toBe("refusedAddress");
    expect(parseTarget("http://api.uni.edu/", ["api.uni.edu"]).isRefused("169.254.169.254")).toBe(true);
  });

  test("is checked again when a server redirects", () => {
    const base = "https://8.8.8.8/a/b";
    expect(parseTarget("../c?d=1", [], new URL(base)).url.href).toBe("https://8.8.8.8/c?d=1");
    expect(parseTarget("//api.example/c", [], new URL(base)).url.href).toBe("https://api.example/c");
    const refused = [
      "//127.0.0.1/",
      "http://10.0.0.1/",
      "//134744073/",
      "https:\\\\127.0.0.1",
      "http://169.254.169.254/",
    ];
    expect(refused.map((url) => getKind(url, [], base))).toEqual(refused.map(() => "refusedAddress"));
    expect(["file:///etc/passwd", "//me@api.example/"].map((url) => getKind(url, [], base))).toEqual([
      ...["invalidUrl", "invalidUrl"],
    ]);
  });
});
