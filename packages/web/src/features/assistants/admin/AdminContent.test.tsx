import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { groupsQuery } from "../../../entities/groups/useGroups.ts";
import { AdminContent } from "./AdminContent.tsx";

const route = { groupId: null, assistantId: null, tab: "edit_assistant" } as const;

test("[G8.10] groups that cannot be loaded are said to need the interface to be opened again", async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  await cache.prefetchQuery({ queryKey: groupsQuery.queryKey, queryFn: () => Promise.reject(new Error("busy")) });
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <AdminContent route={route} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain(">Something went wrong, please close and reopen the admin interface before trying again.<");
  for (const text of ["busy", "Try again"]) expect(html).toContain(`>${text}<`);
});
