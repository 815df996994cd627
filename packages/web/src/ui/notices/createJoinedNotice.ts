interface JoinedNotice<Item> {
  id: string;
  /** What the notice is about; the latest is the last. */
  items: readonly [Item, ...Item[]];
  /** Must be called when the notice closes. */
  onClose: () => void;
}

interface ShownNotice<Item> extends Pick<JoinedNotice<Item>, "id" | "items"> {
  group: string;
  close: () => void;
}

interface JoinedNoticeOptions<Item> {
  /** Shows the notice, which replaces the one without the latest item. Returns a function that closes it. */
  show: (notice: JoinedNotice<Item>) => () => void;
  /** False if these items, the latest of which is new, are too many for one notice. Absent: they never are. */
  canJoin?: (items: readonly Item[], latest: Item) => boolean;
}

/**
 * Returns a function that adds an item to the shown notice of a kind, or shows the first one. Of the kinds of a group,
 * only the latest notice is shown.
 */
export function createJoinedNotice<Item>({
  show,
  canJoin = () => true,
}: JoinedNoticeOptions<Item>): (kind: string, item: Item, group?: string) => void {
  const shownNotices = new Map<string, ShownNotice<Item>>();
  return (kind, item, group = kind) => {
    for (const [otherKind, other] of shownNotices) {
      if (otherKind === kind || other.group !== group) continue;
      shownNotices.delete(otherKind);
      other.close();
    }
    const latestNotice = shownNotices.get(kind);
    // A notice that the item does not join stays until its time is over.
    const shownNotice = latestNotice && canJoin([...latestNotice.items, item], item) ? latestNotice : undefined;
    // A new id, so that the time of the notice starts again.
    const id = `${kind}:${crypto.randomUUID()}`;
    const items: JoinedNotice<Item>["items"] = shownNotice ? [...shownNotice.items, item] : [item];
    shownNotices.delete(kind);
    shownNotice?.close();
    const onClose = () => {
      if (shownNotices.get(kind)?.id === id) shownNotices.delete(kind);
    };
    shownNotices.set(kind, { id, items, group, close: show({ id, items, onClose }) });
  };
}
