import type { OpDefinition, OpOutput } from "@lectern/contract";
import type { Page, Request, Route } from "playwright-core";

/** Lets `handle` answer the page's calls of one op through the proxy. Returns a function that ends the interception. */
export async function interceptOp(
  page: Page,
  op: OpDefinition,
  handle: (route: Route) => Promise<void> | void,
): Promise<() => Promise<void>> {
  const pattern = "**/api/requestOp";
  const handler = async (route: Route) => {
    await (isCallOf(route.request(), op) ? handle(route) : route.fallback());
  };
  await page.route(pattern, handler);
  return () => page.unroute(pattern, handler);
}

/** Waits until the page has received the answer to one op through the proxy. */
export async function waitForOpAnswer(page: Page, op: OpDefinition): Promise<void> {
  const isAnswer = (request: Request) => request.url().endsWith("/api/requestOp") && isCallOf(request, op);
  const response = await page.waitForResponse((response) => isAnswer(response.request()));
  await response.finished();
}

function isCallOf(request: Request, op: OpDefinition): boolean {
  const { data } = request.postDataJSON();
  return data.method === op.method && data.path + data.op === op.path;
}

/** Answers one op with an internal error. */
export function failOp(page: Page, op: OpDefinition, message: string): Promise<() => Promise<void>> {
  const body = { success: false, message, code: "internal", requestId: "request-of-the-test" };
  return interceptOp(page, op, (route) => route.fulfill({ status: 500, json: body }));
}

/** Changes the data that the page receives from one op of the envelope `data`. */
export function changeData<Op extends OpDefinition>(
  page: Page,
  op: Op,
  change: (data: OpOutput<Op>) => OpOutput<Op>,
): Promise<() => Promise<void>> {
  return interceptOp(page, op, async (route) => {
    const { data } = await (await route.fetch()).json();
    const result: { data: OpOutput<Op> } = JSON.parse(Buffer.from(data, "base64").toString());
    const changedResult = { ...result, data: change(result.data) };
    await route.fulfill({ json: { data: Buffer.from(JSON.stringify(changedResult)).toString("base64") } });
  });
}

/** Pauses one op until `release` is called. `reached` resolves when the first call has arrived. */
export async function pauseOp(page: Page, op: OpDefinition): Promise<{ reached: Promise<void>; release: () => void }> {
  const arrival = Promise.withResolvers<void>();
  const releaseSignal = Promise.withResolvers<void>();
  await interceptOp(page, op, async (route) => {
    arrival.resolve();
    await releaseSignal.promise;
    await route.fallback();
  });
  return { reached: arrival.promise, release: releaseSignal.resolve };
}
