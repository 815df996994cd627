import { useFlag } from "../../entities/flags/useFlag.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { MonthToDateCost } from "./MonthToDateCost.tsx";

/** The person's costs this month, in the header of a conversation. */
export function HeaderCost({ isStreaming }: { isStreaming: boolean }) {
  const { user } = useWorkspace();
  const isShown = useFlag("mtdCost");
  return isShown && <MonthToDateCost email={user.email} isStreaming={isStreaming} />;
}
