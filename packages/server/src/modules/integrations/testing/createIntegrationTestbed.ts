import { type IntegrationId, integrationIds, startIntegrationAuth, updateSiteConfigs } from "@lectern/contract";
import { createTestApp, type TestApp, type TestAppOptions, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock, type ManualClock } from "../../../testing/manualClock.ts";
import { startTestOAuthProvider, type TestOAuthProvider } from "../../../testing/startTestOAuthProvider.ts";
import { sessionCookieName } from "../../identity/service.ts";

export interface IntegrationTestbed extends TestApp {
  provider: TestOAuthProvider;
  clock: ManualClock;
  site: TestPerson;
  /** Saves which integrations people may connect. */
  enable(ids: readonly IntegrationId[]): Promise<void>;
  /** Returns the page of the provider on which a person allows a connection. */
  start(person: TestPerson, id?: IntegrationId): Promise<string>;
  /** Opens an address of this server in the browser of a person; null: of somebody who is signed out. */
  open(
    person: TestPerson | null,
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string }>;
  connect(person: TestPerson, id?: IntegrationId, consent?: Parameters<TestOAuthProvider["allow"]>[1]): Promise<void>;
}

/** Starts a server with all integrations enabled, and the provider whose accounts people connect. */
export async function createIntegrationTestbed(options: TestAppOptions = {}): Promise<IntegrationTestbed> {
  const provider = await startTestOAuthProvider();
  const clock = createManualClock();
  const server = await createTestApp({ clock, ...options, environment: { ADMINS: "site@uni.edu" } });
  provider.installIn(server.platform);
  const site = await server.signIn("site@uni.edu");
  const testbed: IntegrationTestbed = {
    ...{ ...server, provider, clock, site },
    async enable(ids) {
      const { clientId, clientSecret } = provider.registration;
      const google = { clientId, clientSecret: { value: clientSecret }, enabled: [...ids] };
      const { result } = await site.proxy(updateSiteConfigs, {
        configurations: [{ type: "integrations", data: { google } }],
      });
      if (!result.integrations?.success) throw new Error("the registration was not saved");
    },
    async start(person, integration = "google_calendar") {
      const { status, result } = await person.proxy(startIntegrationAuth, { integration });
      if (status !== 200) throw new Error(`a connection could not be started: ${status}`);
      return result.Location;
    },
    async open(person, url, headers = {}) {
      const cookie = person ? { cookie: `${sessionCookieName}=${person.cookie}` } : {};
      const reply = await server.app.inject({ url, headers: { ...cookie, ...headers } });
      return { status: reply.statusCode, body: reply.payload };
    },
    async connect(person, id, consent) {
      const { status } = await testbed.open(person, provider.allow(await testbed.start(person, id), consent));
      if (status !== 200) throw new Error(`a connection was refused: ${status}`);
    },
    async close() {
      await server.close();
      await provider.close();
    },
  };
  await testbed.enable(integrationIds);
  return testbed;
}
