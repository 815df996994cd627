import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { ConversationsProvider, localConversationsQuery } from "../../entities/conversations/ConversationsProvider.tsx";
import { newConversation } from "../../entities/conversations/newConversation.ts";
import { conversationKeys } from "../../entities/conversations/store/conversationCache.ts";
import { createMemoryConversations } from "../../entities/conversations/store/createMemoryConversations.ts";
import { type Workspace, WorkspaceContext } from "../../entities/shell/workspace.ts";
import { useAnswerFeedback } from "./useAnswerFeedback.ts";

const user = { id: "u1", email: "ada@uni.example", name: "Ada", isAdmin: false };
const queryKey = conversationKeys.one(user.id, "c1");

function Rating() {
  const state = useAnswerFeedback("c1", "a");
  return <p>{state.status === "ready" ? state.feedback?.rating : state.status}</p>;
}

test.each([
  [false, "down"],
  [true, "none"],
])("beside ratings, an open conversation is still read again after a change (local: %s)", async (isLocal, rating) => {
  const cache = new QueryClient();
  onTestFinished(() => cache.clear());
  const opened = { ...newConversation({ isLocal, modelId: null, temperature: null }, new Date()), id: "c1" };
  const stored = createMemoryConversations();
  await stored.put({ ...opened, isLocal: true, name: "Changed elsewhere" });
  cache.setQueryData(localConversationsQuery(user.id).queryKey, stored);
  cache.setQueryData(queryKey, opened);
  cache.setQueryData(["answerFeedback", user.id, "c1"], { a: { rating: "down" } });
  const page = new QueryObserver(cache, { queryKey, queryFn: () => stored.get("c1"), staleTime: Infinity });
  onTestFinished(page.subscribe(() => {}));

  const markup = renderToString(
    <QueryClientProvider client={cache}>
      <ConversationsProvider userId={user.id} fallback={null}>
        <WorkspaceContext value={{ user } as Workspace}>
          <Rating />
        </WorkspaceContext>
      </ConversationsProvider>
    </QueryClientProvider>,
  );
  expect(markup).toContain(rating);
  await cache.invalidateQueries({ queryKey });
  expect(page.getCurrentResult()).toMatchObject({ status: "success", data: { name: "Changed elsewhere" } });
});
