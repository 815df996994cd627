import type { ReceivedShare } from "@lectern/contract";

interface SenderGroup {
  /** The sender's email address. */
  sender: string;
  name: string;
  shares: ReceivedShare[];
}

/** Groups items by sender, in the order of their first items. Pure. */
export function groupBySender(shares: readonly ReceivedShare[]): SenderGroup[] {
  return [...Map.groupBy(shares, ({ sharedBy }) => sharedBy)].map(([sender, sharesOfSender]) => ({
    sender,
    name: sharesOfSender[0]?.senderName || sender.split("@")[0] || sender,
    shares: sharesOfSender,
  }));
}
