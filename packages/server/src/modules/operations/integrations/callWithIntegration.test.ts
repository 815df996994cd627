import type { RequestType } from "@lectern/contract";
import { listUserIntegrations } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Platform } from "../../../core/context.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { getIntegrationRegistry } from "../../integrations/providers.ts";
import {
  createIntegrationTestbed,
  type IntegrationTestbed,
} from "../../integrations/testing/createIntegrationTestbed.ts";
import { startApiServer } from "../testing/startApiServer.ts";
import { callWithIntegration } from "./callWithIntegration.ts";

const integration = "google_calendar";

describe("a call whose token the API refuses", () => {
  let api: Awaited<ReturnType<typeof startApiServer>>;
  let bed: IntegrationTestbed;
  let platform: Platform;
  let ann: TestPerson;
  beforeAll(async () => {
    [api, bed] = await Promise.all([startApiServer(), createIntegrationTestbed()]);
    platform = { ...bed.platform, config: { ...bed.platform.config, apiHosts: [api.host] } };
    const { integrations } = getIntegrationRegistry(platform);
    integrations[integration] = { ...integrations[integration], apiOrigins: [api.origin] };
    ann = await bed.signIn("ann@uni.edu");
  });
  beforeEach(async () => {
    Object.assign(bed.provider, { failure: null, refreshes: [] });
    for (const list of [api.requests, api.replies]) list.length = 0;
    await bed.connect(ann, integration);
  });
  afterAll(async () => {
    await bed.close();
    api.close();
  });

  const refused = { status: 401, body: "{}" };
  function call(requestType: RequestType = "GET") {
    const auth = { type: "none" as const, token: "", username: "", password: "" };
    const template = { requestType, url: `${api.origin}/events`, headers: {}, body: "", auth };
    const personId = ann.actor.principal.id;
    return callWithIntegration(platform, { integration, personId, template, params: {} }, new AbortController().signal);
  }
  const isConnected = async () => {
    const { result } = await ann.proxy(listUserIntegrations, { integrations: [integration] });
    return result.available[0]?.isConnected;
  };
  const again = {
    accessProblem:
      "Google Calendar no longer accepts the connection. Ask the person to connect it again under Integrations in the menu.",
  };
  const later = { accessProblem: expect.stringContaining("Ask the person to try again later.") };

  test("is repeated once with a new one", async () => {
    api.replies.push(refused);
    expect(await call()).toMatchObject({ status: 200 });
    const tokens = api.requests.map(({ authorization }) => authorization);
    expect(new Set(tokens).size).toBe(2);
    expect(await isConnected()).toBe(true);
  });

  test("asks for a new connection if there is no new one, or if it is refused, too, and the person sees that", async () => {
    bed.provider.failure = { status: 400, error: "invalid_grant" };
    api.replies.push(refused);
    expect([await call(), await isConnected()]).toEqual([again, false]);
    bed.provider.failure = null;
    await bed.connect(ann, integration);
    api.replies.push(refused, refused);
    expect([await call(), await isConnected()]).toEqual([again, false]);
    expect(api.requests).toHaveLength(3);
  });

  test("is not repeated if it changes something or the provider does not answer, and the connection stays", async () => {
    api.replies.push(refused, refused);
    expect(await call("POST")).toEqual(later);
    bed.provider.failure = "disconnect";
    expect(await call()).toEqual(later);
    expect(api.requests).toHaveLength(2);
    expect(await isConnected()).toBe(true);
  });
});
