import { type FlagName, getFeatureFlags } from "@lectern/contract";
import type { Page } from "playwright-core";
import { encodeBase64 } from "../../../web/src/lib/base64.ts";
import { interceptOp } from "../browser/interceptOp.ts";

/** Overrides flags in the responses that the page receives. Returns a function that ends the override. */
export const overrideFlags = (page: Page, flags: Partial<Record<FlagName, boolean>>): Promise<() => Promise<void>> =>
  interceptOp(page, getFeatureFlags, async (route) => {
    const { data } = await (await route.fetch()).json();
    const { data: realFlags } = JSON.parse(Buffer.from(data, "base64").toString());
    await route.fulfill({
      json: { data: encodeBase64(JSON.stringify({ success: true, data: { ...realFlags, ...flags } })) },
    });
  });
