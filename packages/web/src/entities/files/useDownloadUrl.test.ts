import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decodeBase64, encodeBase64 } from "../../lib/base64.ts";
import { downloadUrlQuery, getUrlExpiryMs, hasExpired, useDownloadUrl } from "./useDownloadUrl.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z"), toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minuteMs = 60_000;

/** Fakes a server whose URLs are valid for an hour. Returns the inputs of its calls. */
function serveUrls(): unknown[] {
  const inputs: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: unknown, { body }: { body: string }) => {
    inputs.push(JSON.parse(decodeBase64(JSON.parse(body).data.data)));
    const downloadUrl = `/signed/files/download?claim=${inputs.length}&Expires=${Date.now() / 1_000 + 3_600}&signature=x`;
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, downloadUrl })) });
  });
  return inputs;
}

test("[C7.11] a download URL is requested with the file's key and name, and again once it has expired", async () => {
  const inputs = serveUrls();
  const client = new QueryClient();
  const load = async () => (await client.fetchQuery(downloadUrlQuery("ann/2026-11-22/a.json", "a.png"))).downloadUrl;
  const firstUrl = await load();
  vi.setSystemTime(Date.now() + 59 * minuteMs);
  expect(await load()).toBe(firstUrl);
  vi.setSystemTime(Date.now() + minuteMs);
  expect(await load()).not.toBe(firstUrl);
  const input = { key: "ann/2026-11-22/a.json", fileName: "a.png" };
  expect(inputs).toEqual([input, input]);
});

type DownloadUrl = ReturnType<typeof useDownloadUrl>;

function Probe({ onResult }: { onResult: (result: DownloadUrl) => void }) {
  onResult(useDownloadUrl("ann/2026-11-22/a.json"));
  return null;
}

test("[C7.11] an image whose URL has expired while it is shown gets another one", async () => {
  const inputs = serveUrls();
  const client = new QueryClient();
  await client.fetchQuery(downloadUrlQuery("ann/2026-11-22/a.json"));
  const render = () => {
    const results: DownloadUrl[] = [];
    const probe = createElement(Probe, { onResult: (result) => results.push(result) });
    renderToString(createElement(QueryClientProvider, { client }, probe));
    return results[0];
  };
  const shown = render();
  vi.setSystemTime(Date.now() + 59 * minuteMs);
  expect(shown?.renewIfExpired()).toBe(false);
  expect(inputs).toHaveLength(1);
  vi.setSystemTime(Date.now() + minuteMs);
  expect(shown?.renewIfExpired()).toBe(true);
  await vi.waitFor(() => expect(render()?.url).toContain("claim=2"));
  expect(render()?.renewIfExpired()).toBe(false);
});

test("[C7.11] [A7.61] the expiry is read from URLs of the server and of a bucket", () => {
  expect(getUrlExpiryMs("/signed/files/download?claim=x&Expires=1800000000&signature=y")).toBe(1_800_000_000_000);
  expect(getUrlExpiryMs("https://bucket.test/a?X-Amz-Date=20261122T123000Z&X-Amz-Expires=3600")).toBe(
    Date.UTC(2026, 10, 22, 13, 30),
  );
  expect(getUrlExpiryMs("/signed/files/download")).toBe(0);
});

test("[C7.11] [A7.61] a URL has expired once its time is past; a new one counts as valid although a wrong clock says that it has expired, so that it is not loaded forever", () => {
  const url = `/signed/files/download?claim=x&Expires=${Date.now() / 1_000}&signature=y`;
  expect(hasExpired(url, Date.now() - 60 * minuteMs)).toBe(true);
  const validUrl = `/signed/files/download?claim=x&Expires=${Date.now() / 1_000 + 1}&signature=y`;
  expect(hasExpired(validUrl, Date.now() - 60 * minuteMs)).toBe(false);
  expect(hasExpired(url, Date.now() - 1_000)).toBe(false);
  expect(hasExpired("/signed/files/download", Date.now())).toBe(false);
});
