import type { Flags } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { type Workspace, WorkspaceContext } from "../../entities/shell/workspace.ts";
import { encodeBase64 } from "../../lib/base64.ts";
import { headerCost } from "./contributions.tsx";
import { MonthToDateCost } from "./MonthToDateCost.tsx";
import { monthToDateCostQuery } from "./monthToDateCostQuery.ts";

const email = "ada@uni.example";
const createCache = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Loads the cost with this response and returns what is shown afterwards. */
async function loadAndRead(cache: QueryClient, status: number, fields: object): Promise<string | undefined> {
  const data = encodeBase64(JSON.stringify({ success: status === 200, ...fields }));
  vi.stubGlobal("fetch", async () => Response.json({ data }, { status }));
  await cache.fetchQuery({ ...monthToDateCostQuery(email), staleTime: 0 }).catch(() => {});
  const markup = renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <MonthToDateCost email={email} isStreaming={false} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return /<output[^>]*>([^<]*)<\/output>/.exec(markup)?.[1];
}

test("[C7.36] the month's cost is requested with the person's email", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, "MTD Cost": 1 })) });
  });
  await createCache().fetchQuery(monthToDateCostQuery(email));
  const data = encodeBase64(JSON.stringify({ email: "ada@uni.example" }));
  expect(bodies).toEqual([{ data: { method: "POST", path: "/billing/mtd-cost", op: "", data } }]);
});

test("[C7.36] the month's cost is shown in dollars; a missing one shows $0.00", async () => {
  expect(await loadAndRead(createCache(), 200, { "MTD Cost": 1234.567 })).toBe("$1,234.57");
  expect(await loadAndRead(createCache(), 200, {})).toBe("$0.00");
});

test("nothing is shown before anything has cost", async () => {
  expect(await loadAndRead(createCache(), 200, { "MTD Cost": 0 })).toBeUndefined();
});

test("[C8.47a] a cost that cannot be fetched shows $0.00, also where an earlier one was shown", async () => {
  expect(await loadAndRead(createCache(), 503, {})).toBe("$0.00");
  const cache = createCache();
  expect(await loadAndRead(cache, 200, { "MTD Cost": 2 })).toBe("$2.00");
  expect(await loadAndRead(cache, 503, {})).toBe("$0.00");
});

test("[C1.12] [A1.10] [A7.62] [C7.03] the cost of the session's email address is shown only if the server's flag is on", () => {
  const workspace = { user: { id: "u1", email, name: "Ada", isAdmin: false } } as Workspace;
  const render = (mtdCost: boolean | null) => {
    const cache = createCache();
    cache.setQueryData(monthToDateCostQuery(email).queryKey, 1.5);
    if (mtdCost !== null) cache.setQueryData(flagsQuery.queryKey, { mtdCost } as Flags);
    const html = renderToString(
      <QueryClientProvider client={cache}>
        <MantineProvider>
          <WorkspaceContext value={workspace}>
            <headerCost.Component isStreaming={false} />
          </WorkspaceContext>
        </MantineProvider>
      </QueryClientProvider>,
    );
    return { html, cache };
  };
  const { html, cache } = render(true);
  expect(html).toContain("Month-to-date cost");
  expect(cache.getQueryCache().find(monthToDateCostQuery(email))).toBeDefined();
  for (const flag of [false, null]) expect(render(flag).html).not.toContain("Month-to-date cost");
});
