import { prerender } from "react-dom/static";
import { afterEach, expect, test, vi } from "vitest";
import { CallError, NetworkError } from "../../lib/callError.ts";
import { Providers } from "./Providers.tsx";
import { SessionFailed } from "./SessionFailed.tsx";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["The server reported an error", true, () => new CallError("Error calling GET.", { status: 500, reason: "Full." })],
  ["The server couldn’t be reached", true, () => new NetworkError("GET", new TypeError())],
  ["You’re offline", false, () => new NetworkError("GET", new TypeError())],
])("the screen says why the session could not be loaded: %s", async (title, onLine, createError) => {
  vi.stubGlobal("navigator", { onLine });
  const { prelude } = await prerender(
    <Providers styleNonce="nonce">
      <SessionFailed error={createError()} onRetry={() => {}} />
    </Providers>,
  );
  const html = await new Response(prelude).text();
  expect(/<h2[^>]*>([^<]*)/.exec(html)?.[1]).toBe(title);
  expect(html).toContain("Your drafts and the chats in this browser are safe");
});
