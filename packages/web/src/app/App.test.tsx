import type { SessionResponse } from "@lectern/contract";
import { prerender } from "react-dom/static";
import { beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "../lib/queryClient.ts";
import { App } from "./App.tsx";
import { Providers } from "./startup/Providers.tsx";

const signedIn: SessionResponse = {
  user: { id: "u1", email: "ada@uni.example", name: "Ada", isAdmin: false },
  accessToken: "token",
  expiresAt: "2100-01-01T00:00:00.000Z",
  lastEventId: null,
  config: {
    productName: "Reading Room",
    chatEndpoint: "/chat",
    policyUrl: null,
    contactEmail: null,
    supportEmail: null,
    version: "1",
    uploadMaxBytes: 1_000,
    uploadExtensions: null,
    recognizesText: false,
    locksWhileAnswering: false,
    logoUrl: null,
    accentColor: null,
    helpUrl: null,
    conditions: null,
    banner: null,
    starters: [],
    defaultStorage: null,
    promptCostAlert: null,
  },
};

async function render(session: SessionResponse | null): Promise<string> {
  if (session) queryClient.setQueryData(["session"], { ...session, tokenEndsAtMs: Number.MAX_SAFE_INTEGER });
  const { prelude } = await prerender(
    <Providers styleNonce="nonce">
      <App />
    </Providers>,
  );
  return new Response(prelude).text();
}

beforeEach(() => queryClient.clear());

describe("the application", () => {
  test("[A2.04] [A2.16] shows a loading screen while the session loads", async () => {
    const html = await render(null);
    expect(html).toMatch(/role="status"[^>]*>Setting Up Amplify\.\.\./);
    expect(html).not.toContain("Sign in with");
  });

  test("[C1.01] [C2.01] [C6.01] [A6.12] shows the signed-out screen with the server's data to somebody who is not signed in, without a reason", async () => {
    const html = await render({ ...signedIn, user: null, accessToken: null, expiresAt: null });
    expect(html).toContain("Sign in with single sign-on");
    expect(html).toContain("Reading Room");
    expect(html).not.toContain('role="alert"');
  });

  test.each(["RefreshAccessTokenError", "SessionExpiredError"] as const)(
    "[A4.20] signs out on %s, even where the session still names somebody",
    async (error) => {
      const html = await render({ ...signedIn, error });
      expect(html).toContain("Sign in with single sign-on");
      expect(html).toContain("so you were signed out");
    },
  );
});
