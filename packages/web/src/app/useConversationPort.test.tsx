import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ConversationsProvider, localConversationsQuery } from "../entities/conversations/ConversationsProvider.tsx";
import { memoryConversations } from "../entities/conversations/store/memoryConversations.ts";
import { conversationKeys } from "../entities/conversations/store/shownConversations.ts";
import type { ConversationPort } from "../features/export/conversationPort.ts";
import { useConversationPort } from "./useConversationPort.ts";

function Probe({ onPort }: { onPort: (port: ConversationPort) => void }) {
  onPort(useConversationPort());
  return null;
}

/** The port as a dialog that is drawn now gets it. */
function portNow(cache: QueryClient): ConversationPort {
  const ports: ConversationPort[] = [];
  renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ConversationsProvider userId="u1" fallback={null}>
          <Probe onPort={(port) => ports.push(port)} />
        </ConversationsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [port] = ports;
  if (!port) throw new Error("nothing was drawn");
  return port;
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
