import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from "react";
import { createLoadable } from "../../../lib/loadable.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";
import type { MessageList } from "./MessageList.tsx";

const loadableRenderer = createLoadable(async () => {
  const [{ MessageList }, { toPlainText }] = await Promise.all([
    import("./MessageList.tsx"),
    import("../../../ui/markdown/text/toPlainText.ts"),
  ]);
  return { MessageList, toPlainText };
});
const LazyList = lazy(() => loadableRenderer.load().then(({ MessageList }) => ({ default: MessageList })));

/**
 * Loads the code that renders messages, mainly Markdown, which a new conversation does not need yet. Call this before
 * messages are likely to appear. A failure is reported when messages are rendered.
 */
export function preloadMessageList(): void {
  loadableRenderer.load().catch(() => {});
}

/** The messages of a conversation, rendered once their code is loaded. */
export function LazyMessageList(props: ComponentProps<typeof MessageList>) {
  // Chosen once per mount: rendered messages must not remount when the code has been loaded.
  const [LoadedList] = useState(() => loadableRenderer.getLoaded()?.MessageList ?? null);
  if (LoadedList) return <LoadedList {...props} />;
  return (
    <Suspense fallback={<MessagesSkeleton />}>
      <LazyList {...props} />
    </Suspense>
  );
}

/**
 * Returns the plain text of Markdown source, or the source itself until the code that renders Markdown has been loaded.
 */
export function toPlainTextIfLoaded(source: string): string {
  return loadableRenderer.getLoaded()?.toPlainText(source) ?? source;
}

/**
 * Renders its children once the code that renders messages is loaded, or immediately if the conversation is initially
 * empty.
 */
export function WaitForMessageRenderer({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => isEmpty || loadableRenderer.getLoaded() !== null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (isOpen) return;
    loadableRenderer.load().then(
      () => setIsOpen(true),
      (error: unknown) => setFailure({ error }),
    );
  }, [isOpen]);
  // The error boundary tells the person what to do.
  if (failure) throw failure.error;
  return isOpen ? children : <MessagesSkeleton />;
}
