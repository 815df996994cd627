import { type TrackedEvent, trackEvent } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configureFlags } from "../../../testing/configureFlags.ts";
import { createTestApp, type TestApp } from "../../../testing/createTestApp.ts";
import { forgetFlags } from "../../flags/service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { ADMINS: "site@example.org" } });
});
afterAll(() => app?.close());

const readMetrics = async () => (await app.app.inject({ method: "GET", url: "/metrics" })).body;

test("[A6.11] an event is counted without who sent it, and refused while the feature is off or if it has another name", async () => {
  const ann = await app.signIn("ann@example.org");
  const send = async (event: string) => (await ann.proxy(trackEvent, { event: event as TrackedEvent })).status;
  expect(await send("settingsOpened")).toBe(403);
  expect(await readMetrics()).not.toContain("settingsOpened");
  await configureFlags(app.platform.db, { mixPanel: true });
  forgetFlags(app.platform);
  expect(await send("settingsOpened")).toBe(200);
  expect(await send("settingsOpened")).toBe(200);
  expect(await send("ann@example.org")).toBe(400);
  const metrics = await readMetrics();
  expect(metrics).toContain('lectern_events_total{event="settingsOpened"} 2');
  expect(metrics).not.toContain("ann@example.org");
  expect(metrics).not.toContain(ann.actor.principal.id);
});
