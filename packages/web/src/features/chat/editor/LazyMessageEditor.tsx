import { type ComponentProps, type ReactNode, Suspense } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import type { MessageEditor } from "./MessageEditor.tsx";

const Editor = lazy(() => import("./MessageEditor.tsx").then(({ MessageEditor }) => ({ default: MessageEditor })));

/** The editor of a message. Shows `fallback` until its code is loaded. */
export function LazyMessageEditor({
  fallback,
  ...props
}: ComponentProps<typeof MessageEditor> & { fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <Editor {...props} />
    </Suspense>
  );
}
