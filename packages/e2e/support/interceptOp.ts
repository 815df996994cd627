import type { OpDefinition } from "@lectern/contract";
import type { Page, Route } from "playwright-core";

/** Puts `handle` between the page and the server for one op. Gives the function that ends that. */
export async function interceptOp(
  page: Page,
  op: OpDefinition,
  handle: (route: Route) => Promise<void> | void,
): Promise<() => Promise<void>> {
  const pattern = "**/api/requestOp";
  const handler = async (route: Route) => {
    const { data } = route.request().postDataJSON();
    const isIt = data.method === op.method && data.path + data.op === op.path;
    await (isIt ? handle(route) : route.fallback());
  };
  await page.route(pattern, handler);
  return () => page.unroute(pattern, handler);
}

/** Answers one op as a server in trouble does. */
export function failOp(page: Page, op: OpDefinition, message: string): Promise<() => Promise<void>> {
  const body = { success: false, message, code: "internal", requestId: "request-of-the-test" };
  return interceptOp(page, op, (route) => route.fulfill({ status: 500, json: body }));
}

/** Holds one op until `release` is called. `held` resolves when the first call has come. */
export async function pauseOp(page: Page, op: OpDefinition): Promise<{ reached: Promise<void>; release: () => void }> {
  const came = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await interceptOp(page, op, async (route) => {
    came.resolve();
    await released.promise;
    await route.fallback();
  });
  return { reached: came.promise, release: released.resolve };
}
