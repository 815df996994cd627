import type { GroupSlots } from "../../entities/groups/groupSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** What other features show of groups. */
export const groupSlots: GroupSlots = {
  CreateGroup: lazy(() =>
    import("../../features/groups/create/CreateGroup.tsx").then(({ CreateGroup }) => ({ default: CreateGroup })),
  ),
  GroupManagement: lazy(() =>
    import("../../features/groups/management/GroupManagement.tsx").then(({ GroupManagement }) => ({
      default: GroupManagement,
    })),
  ),
  GroupAnalytics: lazy(() =>
    import("../../features/analytics/GroupAnalytics.tsx").then(({ GroupAnalytics }) => ({ default: GroupAnalytics })),
  ),
};
