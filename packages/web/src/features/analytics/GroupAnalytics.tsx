import { useState } from "react";
import type { GroupAnalyticsProps } from "../../entities/groups/groupSlots.ts";
import { AnalysisUnavailable } from "./AnalysisUnavailable.tsx";
import { Conversations } from "./conversations/Conversations.tsx";
import { Dashboard } from "./dashboard/Dashboard.tsx";
import { initialFilter, toScope } from "./filter/analysisFilter.ts";

/** What the editors of a group learn about the conversations with its assistants. Both views have the same filter. */
export function GroupAnalytics({ group, view }: GroupAnalyticsProps) {
  const [filter, setFilter] = useState(initialFilter);
  const [openedAt] = useState(Date.now);
  if (!group.supportConvAnalysis) return <AnalysisUnavailable groupId={group.id} />;
  const View = view === "dashboard" ? Dashboard : Conversations;
  return <View group={group} scope={toScope(group.id, filter, openedAt)} filter={filter} onFilter={setFilter} />;
}
