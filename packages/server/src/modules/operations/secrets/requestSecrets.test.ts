import { keptSecret } from "@lectern/contract";
import { describe, expect, test, vi } from "vitest";
import { createSecretBox } from "../../../platform/secretBox.ts";
import { maskSecrets, openSecrets, sealSecrets } from "./requestSecrets.ts";

const box = createSecretBox("a secret of a test server");
const bearer = (token: string) => ({ type: "bearer" as const, token, username: "", password: "" });
const createRequest = (changes: object = {}) => ({
  ...{ id: "weather", name: "weather" },
  url: "https://api.example.org/v1/${city}",
  headers: { "X-Api-Key": "key-1", Accept: "" },
  auth: bearer("token-1"),
  ...changes,
});

describe("the secrets of a request", () => {
  test("are stored sealed, shown as dots and opened for a call", () => {
    const sealed = sealSecrets(box, createRequest(), []);
    expect(JSON.stringify(sealed)).not.toMatch(/key-1|token-1/);
    expect(maskSecrets(sealed)).toEqual(
      createRequest({ headers: { "X-Api-Key": keptSecret, Accept: "" }, auth: bearer(keptSecret) }),
    );
    expect(openSecrets(box, sealed)).toEqual(createRequest());
  });

  test("stay the stored ones if they are saved as dots or as they are, also under a header of another case", () => {
    const stored = sealSecrets(box, createRequest(), []);
    const again = sealSecrets(
      box,
      createRequest({
        headers: { "x-api-key": keptSecret },
        auth: bearer("token-1"),
        url: "https://api.example.org/v2",
      }),
      [stored],
    );
    expect(again.headers["x-api-key" as never]).toBe(stored.headers["X-Api-Key"]);
    expect(again.auth).toEqual(stored.auth);
  });

  test.each([
    ["another host", "https://evil.example.com/v1"],
    ["another port", "https://api.example.org:8443/v1"],
    ["no encryption", "http://api.example.org/v1"],
  ])("are never sent to another server: %s", (_, url) => {
    const stored = sealSecrets(box, createRequest(), []);
    const moved = createRequest({ url, headers: {}, auth: bearer(keptSecret) });
    expect(() => sealSecrets(box, moved, [stored])).toThrow("Please enter the secrets of “weather”");
    expect(openSecrets(box, { ...stored, url })).toBeNull();
  });

  test("are opened only as far as saving needs, however many versions there are", () => {
    const stored = Array.from({ length: 50 }, (_, index) =>
      sealSecrets(box, createRequest({ auth: bearer(`earlier-${index}`) }), []),
    );
    const elsewhere = stored.map((each) => ({ ...each, url: "https://elsewhere.example.org/" }));
    const open = vi.fn(box.open);
    sealSecrets({ ...box, open }, createRequest({ headers: { "X-Api-Key": keptSecret } }), [...elsewhere, ...stored]);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test("of which none is stored must be entered, and those that the authentication does not use are dropped", () => {
    expect(() => sealSecrets(box, createRequest({ headers: { "X-Api-Key": keptSecret } }), [])).toThrow("enter");
    const unused = { type: "none" as const, token: "t", username: "u", password: "p" };
    expect(sealSecrets(box, createRequest({ auth: unused }), []).auth).toEqual({
      ...{ type: "none", token: "", username: "", password: "" },
    });
  });

  test("that the server can no longer open, or that are of another operation, keep the request from being sent", () => {
    const sealed = sealSecrets(createSecretBox("an earlier secret of it"), createRequest(), []);
    expect(openSecrets(box, sealed)).toBeNull();
    expect(openSecrets(box, { ...sealSecrets(box, createRequest(), []), id: "other" })).toBeNull();
    expect(() => sealSecrets(box, createRequest({ auth: bearer(keptSecret) }), [sealed])).toThrow("enter");
  });
});
