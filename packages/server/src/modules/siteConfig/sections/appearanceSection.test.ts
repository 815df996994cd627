import { type Appearance, clientHeader, defaultAppearance, getSiteConfigs, updateSiteConfigs } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";

const environment = { ADMINS: "site@example.org", POLICY_URL: "https://set.example.org/policy" };
let server: TestApp;
let site: TestPerson;
let ann: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment });
  [site, ann] = [await server.signIn("site@example.org"), await server.signIn("ann@example.org")];
});
afterAll(() => server.close());

const toSvg = (content: string) =>
  `data:image/png;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`).toString("base64")}`;
const save = async (data: Partial<Appearance>, person = site) =>
  person.proxy(updateSiteConfigs, {
    configurations: [{ type: "appearance", data: { ...defaultAppearance, ...data } }],
  });
const saved = async () => (await site.proxy(getSiteConfigs, {})).result;
/** What a browser gets that is not signed in. */
const readConfig = async () => {
  const headers = { host: "localhost", [clientHeader.name]: clientHeader.value };
  return (await server.app.inject({ url: "/api/session", headers })).json().config;
};
const getLogo = (query = "") => server.app.inject({ url: `/api/logo${query}`, headers: { host: "localhost" } });

test("what is saved is seen at once by everybody, without a restart; empty texts are the default", async () => {
  expect((await readConfig()).productName).toBe("Lectern");
  const { result } = await save({
    productName: "  Study \n Room ",
    accentColor: "#AA3355",
    helpUrl: "https://example.org/help",
    contactEmail: "ask@example.org",
    supportEmail: " ",
    conditions: "First.\n\nSecond.",
    banner: { text: "Maintenance on Sunday", tone: "warning", from: null, until: null },
    starters: [{ text: " " }, { text: "Summarize the lecture " }],
    defaultStorage: "cloud",
  });
  expect(result).toEqual({ appearance: { success: true } });
  expect(await readConfig()).toMatchObject({
    productName: "Study Room",
    accentColor: "#aa3355",
    helpUrl: "https://example.org/help",
    contactEmail: "ask@example.org",
    supportEmail: "ask@example.org",
    conditions: "First.\n\nSecond.",
    banner: { text: "Maintenance on Sunday", tone: "warning", from: null, until: null },
    starters: [{ text: "Summarize the lecture" }],
    defaultStorage: "cloud",
    logoUrl: null,
  });
  const page = await server.app.inject({ url: "/auth/callback", headers: { host: "localhost" } });
  expect(page.body).toContain("<title>Study Room</title>");
});

test("what the environment sets is locked, and what was saved for it stays", async () => {
  const { appearance, states } = await saved();
  expect(states.appearance?.locked).toEqual(["policyUrl"]);
  expect(appearance?.policyUrl).toBe("https://set.example.org/policy");
  await save({ policyUrl: "https://other.example.org/" });
  expect((await saved()).appearance?.policyUrl).toBe("https://set.example.org/policy");
  const row = await server.platform.db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", "appearance")
    .execute();
  expect(row[0]?.value).toMatchObject({ policyUrl: null });
});

test.each<[string, Partial<Appearance>, string]>([
  [
    "a script",
    { helpUrl: "javascript:alert(1)" },
    "“javascript:alert(1)” is not an address that starts with https:// or http://.",
  ],
  [
    "a password in an address",
    { helpUrl: "https://a:b@example.org/" },
    "“https://a:b@example.org/” is not an address that starts with https:// or http://.",
  ],
  [
    "an address that is too long as it is stored",
    { helpUrl: `https://example.org/${"ü".repeat(700)}` },
    `“https://example.org/${"ü".repeat(80)}” is too long. An address can have 2,000 characters, and letters such as ü count as six.`,
  ],
  ["no address", { contactEmail: "nobody" }, "“nobody” is not an email address."],
  ["no colour", { accentColor: "red;}" }, "“red;}” is not a colour such as #1a6c91."],
  ["another file", { logo: "data:image/png;base64,AAAA" }, "The logo must be a PNG, JPEG, WebP or SVG picture."],
  [
    "an address of a picture",
    { logo: "https://example.org/a.png" },
    "The logo must be a PNG, JPEG, WebP or SVG picture.",
  ],
  ["a large picture", { logo: toSvg("x".repeat(59_990)) }, "The logo must not be larger than 60 KB."],
  [
    "a notice that ends first",
    { banner: { text: "a", tone: "info", from: "2026-12-02", until: "2026-12-01" } },
    "The notice ends before it begins.",
  ],
])("%s is refused with the reason, and nothing is saved", async (_name, data, message) => {
  const before = (await saved()).states.appearance?.revision;
  expect((await save(data)).result).toEqual({ appearance: { success: false, message } });
  expect((await saved()).states.appearance?.revision).toBe(before);
});

test("texts and lists that are too long are refused", async () => {
  for (const data of [
    { conditions: "x".repeat(5_001) },
    { productName: "x".repeat(61) },
    { logo: "x".repeat(80_101) },
    { starters: Array.from({ length: 7 }, () => ({ text: "a" })) },
    { starters: [{ text: "x".repeat(501) }] },
    { banner: { text: "x".repeat(301), tone: "info" as const, from: null, until: null } },
    { banner: { text: "a", tone: "info" as const, from: "tomorrow", until: null } },
  ]) {
    expect((await save(data)).status).toBe(400);
  }
});

test("the logo is public and cached by its version; one with a script or a reference can do nothing", async () => {
  await save({});
  expect((await getLogo()).statusCode).toBe(404);
  for (const content of [
    "<script>alert(1)</script>",
    '<image href="https://evil.example/pixel.png"/>',
    '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
  ]) {
    await save({ logo: toSvg(content) });
    const { logoUrl } = await readConfig();
    const reply = await getLogo(logoUrl.slice("/api/logo".length));
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain(content);
    expect(reply.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(reply.headers["set-cookie"]).toBeUndefined();
  }
  for (const query of ["", "?v=0", "?v=999999", "?v=a&v=b"]) {
    expect((await getLogo(query)).headers["cache-control"]).toBe("no-cache");
  }
});

test("only administrators save it, and the audit log has neither addresses nor texts", async () => {
  const email = "person@example.org";
  expect((await save({ productName: "Mine" }, ann)).status).toBe(403);
  await save({
    contactEmail: email,
    conditions: `Ask ${email}`,
    starters: [{ text: email }],
    productName: "Reading Room",
  });
  const rows = await server.platform.db
    .selectFrom("audit")
    .selectAll()
    .where("verb", "=", "configure")
    .orderBy("id")
    .execute();
  expect(rows.at(-1)).toMatchObject({
    actor_id: site.actor.principal.id,
    object_ids: ["appearance"],
    after: { productName: "Reading Room", contactEmail: expect.stringMatching(/^email:/) },
  });
  expect(JSON.stringify(rows)).not.toContain("@example.org");
});

test("without the database, pages have the name that the environment sets", async () => {
  const broken = await createTestApp({ environment: { ...environment, PRODUCT_NAME: "Kept" } });
  const sessionHeaders = { host: "localhost", [clientHeader.name]: clientHeader.value };
  await broken.platform.db.schema.dropTable("settings").cascade().execute();
  const reply = await broken.app.inject({ url: "/api/session", headers: sessionHeaders });
  expect(reply.json().config.productName).toBe("Kept");
  await broken.close();
});
