import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ConversationsProvider, localConversationsQuery } from "../../entities/conversations/ConversationsProvider.tsx";
import { conversationKeys } from "../../entities/conversations/store/conversationCache.ts";
import { createMemoryConversations } from "../../entities/conversations/store/createMemoryConversations.ts";
import type { ConversationSource } from "./conversationSource.ts";
import { useConversationSource } from "./useConversationSource.ts";

function Probe({ onSource }: { onSource: (source: ConversationSource) => void }) {
  onSource(useConversationSource());
  return null;
}

/** Returns the source that a dialog receives in its first render. */
function renderSource(cache: QueryClient): ConversationSource {
  const sources: ConversationSource[] = [];
  renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback={null}>
          <Probe onSource={(source) => sources.push(source)} />
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [source] = sources;
  if (!source) throw new Error("nothing was rendered");
  return source;
}

test("a list that could not be read has its error, and is available after a retry", async () => {
  // Do not retry on mount: render the state after all retries have failed.
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  cache.setQueryData(localConversationsQuery("u1").queryKey, createMemoryConversations());
  expect(renderSource(cache)).toMatchObject({ conversations: null, failed: null });
  const rejectRead = () => Promise.reject(new Error("The database is damaged."));
  await cache.prefetchQuery({ queryKey: conversationKeys.list("u1"), queryFn: rejectRead });
  const { conversations, failed } = renderSource(cache);
  expect(conversations).toBeNull();
  expect(failed?.error.message).toBe("The database is damaged.");
  failed?.retry();
  await vi.waitFor(() => expect(renderSource(cache)).toMatchObject({ conversations: [], failed: null }));
});
