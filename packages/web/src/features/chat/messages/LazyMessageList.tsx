import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { loadable } from "../../../lib/loadable.ts";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";
import type { MessageList } from "./MessageList.tsx";

const renderer = loadable(async () => {
  const [{ MessageList }, { toPlainText }] = await Promise.all([
    import("./MessageList.tsx"),
    import("../../../ui/markdown/text/toPlainText.ts"),
  ]);
  return { MessageList, toPlainText };
});
const LazyList = lazy(() => renderer.load().then(({ MessageList }) => ({ default: MessageList })));

/**
 * Loads what messages are drawn with, Markdown above all: a new conversation has none. Call it when some are to be expected,
 * so that nobody waits for it. A failure is told where they are drawn.
 */
export function preloadMessageList(): void {
  renderer.load().catch(() => {});
}

/** The messages of a conversation, once the code for them is there. */
export function LazyMessageList(props: ComponentProps<typeof MessageList>) {
  // Of this mount: what has been drawn is not drawn anew when the code comes.
  const [Loaded] = useState(() => renderer.loaded()?.MessageList ?? null);
  if (Loaded) return <Loaded {...props} />;
  return (
    <Suspense fallback={<MessagesSkeleton />}>
      <LazyList {...props} />
    </Suspense>
  );
}

/** The words of Markdown source without its marks; as it is where it has not been drawn either. */
export function plainTextIfLoaded(source: string): string {
  return renderer.loaded()?.toPlainText(source) ?? source;
}

/** Draws what is within when messages can be drawn; at once where there are none (`isEmpty`) at first. */
export function WaitForMessageRenderer({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => isEmpty || renderer.loaded() !== null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (isOpen) return;
    renderer.load().then(
      () => setIsOpen(true),
      (error: unknown) => setFailure({ error }),
    );
  }, [isOpen]);
  // The boundary around it says what a person can do.
  if (failure) throw failure.error;
  return isOpen ? children : <MessagesSkeleton />;
}
