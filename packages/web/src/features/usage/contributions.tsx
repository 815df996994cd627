import type { HeaderProps, SlotContribution } from "../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { MonthToDateCost } from "./MonthToDateCost.tsx";
import { SpendingNotice } from "./SpendingNotice.tsx";

/** The remaining amount once most of a spending limit is used, in the header of a conversation. */
export const spendingNotice: SlotContribution<HeaderProps> = { id: "spending", Component: SpendingNotice };

/** The person's costs this month, in the header of a conversation. */
export const headerCost: SlotContribution<HeaderProps> = { id: "cost", Component: HeaderCost };

function HeaderCost({ isStreaming }: HeaderProps) {
  const { user } = useWorkspace();
  const isShown = useFlag("mtdCost");
  return isShown && <MonthToDateCost email={user.email} isStreaming={isStreaming} />;
}
