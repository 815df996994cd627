import { onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { polledFilesQuery } from "./usePolledFiles.ts";

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test("a failed poll is reported immediately, and retried when the network is back", async () => {
  let isServerUp = false;
  vi.stubGlobal("fetch", async () => {
    if (!isServerUp) throw new TypeError("Failed to fetch");
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: { items: [] } })) });
  });
  onlineManager.setOnline(false);
  const client = new QueryClient();
  client.mount();
  const observer = new QueryObserver(client, polledFilesQuery(client, ["u1/2026-11-21/a.json"]));
  const end = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  isServerUp = true;
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  end();
  client.unmount();
});
