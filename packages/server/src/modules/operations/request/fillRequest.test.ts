import { HttpRequestTemplate } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillRequest } from "./fillRequest.ts";

const host = "https://api.uni.edu";
const fill = (template: Record<string, unknown>, params: Record<string, unknown> = {}) =>
  fillRequest(HttpRequestTemplate.parse({ requestType: "GET", url: host, ...template }), params);

describe("the method and the body", () => {
  test.each(["GET", "DELETE"])("[G5.06] %s sends no body, and its parameters in the query", (requestType) => {
    const url = `${host}/items/\${id}?sort=\${order}&x=%20#top`;
    const headers = { "X-Tenant": "${tenant}" };
    const params = {
      id: "a/b",
      order: "a&b",
      tenant: "uni",
      "q ü": "1+1=2",
      n: 3,
      isNew: false,
      list: [1],
      none: null,
    };
    expect(fill({ requestType, url, headers, body: '{"a":"${id}"}' }, params)).toEqual({
      method: requestType,
      url: `${host}/items/a%2Fb?sort=a%26b&x=%20&q%20%C3%BC=1%2B1%3D2&n=3&isNew=false&list=%5B1%5D&none=`,
      headers: { "x-tenant": "uni" },
    });
    expect(fill({ requestType }, { q: "a" }).url).toBe(`${host}/?q=a`);
    expect(fill({ requestType, url: `${host}?` }, {}).url).toBe(`${host}/?`);
  });

  test.each(["POST", "PUT", "PATCH"])(
    "[C7.41, G5.06] %s sends its parameters as a JSON object if the body is blank",
    (requestType) => {
      const params = { name: "ü", n: 3, isNew: true, list: [{ a: null }] };
      expect(fill({ requestType, url: `${host}/items`, body: " \n" }, params)).toEqual({
        ...{ method: requestType, url: `${host}/items`, headers: { "content-type": "application/json" } },
        body: JSON.stringify(params),
      });
      expect(fill({ requestType }).body).toBe("{}");
    },
  );

  test("[G3.06] have the parameters where the body names them", () => {
    const body = `{"text": "Say \\"\${text}\\" \${n}", "n": "\${n}", "isNew": "\${isNew}", "list": "\${list}", "bare": \${text},
      "bareList": \${list}, "nothing": "\${none}", "same": "\${text}", "cost": "$5 {n} $\{"}`;
    const params = { text: 'a "quoted"\n\\ ${n}', n: 3, isNew: false, list: ["${n}"], none: null };
    const filled = fill({ requestType: "POST", body, headers: { "Content-Type": "application/vnd.api+json" } }, params);
    expect(JSON.parse(filled.body ?? "")).toEqual({
      ...{ text: `Say "${params.text}" 3`, n: 3, isNew: false, list: ["${n}"], bare: params.text, bareList: ["${n}"] },
      ...{ nothing: null, same: params.text, cost: "$5 {n} ${" },
    });
    expect(filled.headers).toEqual({ "content-type": "application/vnd.api+json" });
  });

  test.each(["{", '{"a": "${n}', '{"a": ${n}b}', "${n} ${n}", "{${n}: 1}", '"\\', "a=${n}"])(
    "must be JSON: %s",
    (body) => {
      expect(() => fill({ requestType: "POST", body }, { n: 1 })).toThrow("The body is not valid JSON.");
    },
  );
});

describe("a parameter", () => {
  test.each([
    { url: `${host}/\${other}` },
    { url: `${host}/?a=\${other}` },
    { headers: { a: "${other}" } },
    { requestType: "POST", body: '{"a": "${other}"}' },
    { requestType: "POST", body: '{"a": ${other}}' },
  ])("that is named and missing is an error: %j", (template) => {
    for (const params of [{}, { other: undefined }, { othe: "a", "other ": "a" }]) {
      expect(() => fill(template, params)).toThrow("The parameter “other” is missing.");
    }
  });

  test.each(["PATH", "env.HOME", "constructor", "__proto__", "toString", "process.env.SECRET_KEY", ""])(
    "is none of the server’s variables: %s",
    (name) => {
      expect(() => fill({ url: `${host}/\${${name}}` })).toThrow(`The parameter “${name}” is missing.`);
    },
  );

  test("can have any name", () => {
    const params = { "a?b#c/d": "1", "ü ": "2" };
    expect(fill({ url: `${host}/\${a?b#c/d}/e?f=\${ü }#\${g}` }, params).url).toBe(`${host}/1/e?f=2`);
  });

  test.each([
    ["/items/${id}/secret", ".."],
    ["/items/${id}", "."],
    ["/items/${id}", "../users"],
    ["/items/${id}", "a/../../users"],
    ["/items/${id}", "..\\users"],
    ["/items/${id}", ""],
    ["/items/${id}/secret", ""],
    ["/items/${id}", null],
    ["/items/.${id}/a", "."],
    ["/items/${id}.", "."],
    ["/items/%2e${id}/a", "."],
    ["/items/%2E\t${id}", "."],
    ["/items\\${id}", ".."],
  ])("cannot leave its segment of the path: %s, %j", (path, id) => {
    for (const requestType of ["GET", "POST"]) {
      expect(() => fill({ requestType, url: host + path }, { id })).toThrow(/“id” must not lead|is empty or dots/);
    }
  });

  test.each(["a\r\nHost: b", "a\nb", "a\0b", "a\tb", "a\u007Fb", "a\u0085b"])("adds no header: %j", (value) => {
    const message = "The header “X-A” must be one line without control characters.";
    expect(() => fill({ headers: { "X-A": "1 ${v}" } }, { v: value })).toThrow(message);
    if (value.includes("\0")) return; // the contract refuses it in a template
    expect(() => fill({ headers: { "X-A": value } })).toThrow(message);
    expect(() => fill({ auth: { type: "bearer", token: value } })).toThrow("The token must be one line");
  });

  test("cannot make a request endless", () => {
    const v = "v".repeat(50_000);
    const message = "The request is too long with these parameters.";
    expect(() => fill({ url: `${host}/${"${v}".repeat(400)}` }, { v })).toThrow(message);
    expect(() => fill({ url: `${host}/?a=${"${v}".repeat(400)}` }, { v })).toThrow(message);
    expect(() => fill({}, { v })).toThrow(message);
    expect(() => fill({ headers: { a: "${v}" } }, { v })).toThrow(message);
    const bodies = [`"${"${v}".repeat(12_000)}"`, `[${"${v},".repeat(9_000)}1]`, `["\${v}"${',"${v}"'.repeat(6_000)}]`];
    for (const body of bodies) expect(() => fill({ requestType: "POST", body }, { v })).toThrow(message);
  });

  test("changes nothing but its place, whatever it is", () => {
    const anything = fc.oneof(fc.string({ unit: "binary", minLength: 1 }), fc.jsonValue());
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        const template = {
          requestType: "POST",
          url: `${host}/a/\${a}/b?c=\${b}&d=1`,
          body: '{"a":"${a}","b":["-${b}"]}',
        };
        let filled: ReturnType<typeof fill>;
        try {
          filled = fill(template, { a, b });
        } catch (error) {
          expect(error).toMatchObject({ code: "invalidInput" });
          return;
        }
        const url = new URL(filled.url);
        expect(url.origin).toBe(host);
        expect(url.pathname).toMatch(/^\/a\/[^/]+\/b$/);
        expect([...url.searchParams.keys()]).toEqual(["c", "d"]);
        expect(Object.keys(JSON.parse(filled.body ?? ""))).toEqual(["a", "b"]);
        expect(JSON.parse(filled.body ?? "").b).toHaveLength(1);
        expect(JSON.parse(filled.body ?? "").a).toEqual(JSON.parse(JSON.stringify(a)));
      }),
    );
  });
});

describe("the authentication", () => {
  test.each([
    [{ type: "none", token: "t", username: "u", password: "p" }, undefined],
    [{ type: "bearer", token: " t \n" }, "Bearer t"],
    [{ type: "bearer", token: "" }, undefined],
    [{ type: "basic", username: "jürgen", password: "a:ö" }, `Basic ${btoa("j\u00C3\u00BCrgen:a:\u00C3\u00B6")}`],
    [{ type: "basic", username: "u", password: "" }, `Basic ${btoa("u:")}`],
    [{ type: "bearer", token: "${v}" }, "Bearer ${v}"],
  ])("[G5.06] is a header: %j", (auth, authorization) => {
    expect(fill({ auth }, { v: "1" }).headers.authorization).toBe(authorization);
  });

  test("takes the place of a header of the same name", () => {
    const template = { headers: { Authorization: "Basic old" }, auth: { type: "bearer", token: "new" } };
    expect(fill(template).headers).toEqual({ authorization: "Bearer new" });
  });

  test("has no username that contains the password", () => {
    expect(() => fill({ auth: { type: "basic", username: "u:p" } })).toThrow("The username must not contain a colon.");
  });
});

test.each([
  ["ftp://api.uni.edu", "The URL must begin with https:// or http://."],
  ["https://${host}/", "Parameters can only stand after the host of the URL."],
  ["https:///${host}/", "Parameters can only stand after the host of the URL."],
  ["https://me:secret@api.uni.edu/", "The URL must not contain a username or a password."],
])("a URL that cannot be called is refused: %s", (url, message) => {
  expect(() => fill({ url }, { host: "api.uni.edu" })).toThrow(message);
});
