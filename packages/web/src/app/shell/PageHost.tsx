import { Suspense } from "react";
import type { PageContribution } from "../../entities/shell/routes.ts";
import { ListSkeleton } from "../../ui/Skeletons.tsx";

interface PageHostProps {
  pages: Readonly<Record<string, PageContribution>>;
  id: string;
}

/** Shows the page with this id; nothing if there is none. */
export function PageHost({ pages, id }: PageHostProps) {
  const page = pages[id];
  if (!page) return null;
  return (
    <Suspense fallback={<ListSkeleton label={page.loadingLabel} />}>
      <page.Component />
    </Suspense>
  );
}
