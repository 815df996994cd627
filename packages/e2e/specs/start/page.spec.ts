import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { clientHeader } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { type RunningLectern, startLectern } from "../../support/servers/startLectern.ts";

let lectern: RunningLectern;
beforeAll(async () => {
  // No model server exists at this address: the page needs none.
  const environment = { PRODUCT_NAME: '<b>&"x', OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1" };
  lectern = await startLectern(environment, { template: await getPreparedDataFolder() });
});
afterAll(() => lectern?.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, lectern.url), { headers });

async function loadPage() {
  const response = await get("/");
  const html = await response.text();
  const policy = response.headers.get("content-security-policy") ?? "";
  return { response, html, policy, directives: new Map(policy.split("; ").map((text) => splitOnce(text, " "))) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The paths of the scripts and styles that the page loads from this server. */
function listAssets(html: string): string[] {
  const found = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
  return found;
}

describe("the page", () => {
  test("has the product's name in its title, where no character of it becomes markup", async () => {
    const { html, response } = await loadPage();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain("<title>&lt;b&gt;&amp;&quot;x</title>");
    expect(html).not.toContain("<b>&");
    expect(html).not.toContain("__PRODUCT_NAME__");
  });

  test("has a content security policy with a nonce of its own, the one in its markup, and nothing unsafe", async () => {
    const [first, second] = [await loadPage(), await loadPage()];
    const readNonce = ({ directives }: typeof first) => /'nonce-([^']+)'/.exec(directives.get("style-src") ?? "")?.[1];
    const nonce = readNonce(first) ?? "";
    expect(Buffer.from(nonce, "base64").length).toBeGreaterThanOrEqual(16);
    expect(readNonce(second)).not.toBe(nonce);
    const inMarkup = new Set([...first.html.matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value));
    expect(inMarkup).toEqual(new Set([nonce]));
    expect(first.policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(first.directives.get("default-src")).toBe("'none'");
    expect(first.directives.get("script-src")).toBe("'self'");
    expect(first.directives.get("frame-ancestors")).toBe("'none'");
    expect(first.directives.get("base-uri")).toBe("'none'");
    expect(first.policy).not.toMatch(/https?:|\*/);
    expect(first.html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(first.html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test("is not cached; its assets are named for their content, cached forever and compressed", async () => {
    const { response, html } = await loadPage();
    expect(response.headers.get("cache-control")).toBe("no-store");
    const assets = listAssets(html).filter((path) => path.startsWith("/assets/"));
    expect(assets.length).toBeGreaterThanOrEqual(2);
    for (const path of assets) {
      expect(path).toMatch(/-[\w-]{8}\.(js|css)$/);
      const plainResponse = await getRaw(path, "identity");
      for (const [encoding, open] of [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync],
      ] as const) {
        const compressedResponse = await getRaw(path, encoding);
        expect(compressedResponse.headers["content-encoding"], path).toBe(encoding);
        expect(compressedResponse.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
        expect(compressedResponse.headers["x-content-type-options"]).toBe("nosniff");
        expect(compressedResponse.headers.vary).toContain("accept-encoding");
        expect(compressedResponse.bytes.length).toBeLessThan(plainResponse.bytes.length);
        expect(open(compressedResponse.bytes).equals(plainResponse.bytes), path).toBe(true);
      }
    }
  });

  test("[C2.01] [C2.03] is the only one and loads its data from the server; any other address is not found", async () => {
    const session = await get("/api/session", { [clientHeader.name]: clientHeader.value });
    expect(await session.json()).toMatchObject({
      user: null,
      config: { productName: '<b>&"x', chatEndpoint: "/chat" },
    });
    const otherPaths = [
      "/home",
      "/chat",
      "/index.html",
      "/c/1",
      "/assets/",
      "/assets/none.js",
      "/.built",
      "/assets/../../package.json",
    ];
    for (const path of [...otherPaths, "/..%2f..%2fpackage.json", "//etc/passwd"]) {
      const { status, headers } = await getRaw(path, "identity");
      expect(status, path).toBe(404);
      expect(headers["content-type"], path).toContain("application/json");
      expect(headers["content-security-policy"], path).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });
});

/** Sends a raw request: `fetch` would normalize the path and decompress the body. */
function getRaw(path: string, encoding: string) {
  const { hostname, port } = new URL(lectern.url);
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }>(
    (resolve, reject) => {
      const rawRequest = request({ hostname, port, path, headers: { "accept-encoding": encoding } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      });
      rawRequest.once("error", reject);
      rawRequest.end();
    },
  );
}
