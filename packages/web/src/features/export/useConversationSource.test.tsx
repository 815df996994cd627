import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ConversationsProvider, localConversationsQuery } from "../../entities/conversations/ConversationsProvider.tsx";
import { memoryConversations } from "../../entities/conversations/store/memoryConversations.ts";
import { conversationKeys } from "../../entities/conversations/store/shownConversations.ts";
import type { ConversationSource } from "./conversationSource.ts";
import { useConversationSource } from "./useConversationSource.ts";

function Probe({ onPort }: { onPort: (source: ConversationSource) => void }) {
  onPort(useConversationSource());
  return null;
}

/** The source as a dialog that is drawn now gets it. */
function portNow(cache: QueryClient): ConversationSource {
  const ports: ConversationSource[] = [];
  renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback={null}>
          <Probe onPort={(source) => ports.push(source)} />
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [source] = ports;
  if (!source) throw new Error("nothing was drawn");
  return source;
}

test("a list that could not be read is told with its reason, and is there after another try", async () => {
  // Drawn as it is after its own try has failed too.
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  cache.setQueryData(localConversationsQuery("u1").queryKey, memoryConversations());
  expect(portNow(cache)).toMatchObject({ conversations: null, failed: null });
  const broken = () => Promise.reject(new Error("The database is damaged."));
  await cache.prefetchQuery({ queryKey: conversationKeys.list("u1"), queryFn: broken });
  const { conversations, failed } = portNow(cache);
  expect(conversations).toBeNull();
  expect(failed?.error.message).toBe("The database is damaged.");
  failed?.retry();
  await vi.waitFor(() => expect(portNow(cache)).toMatchObject({ conversations: [], failed: null }));
});
