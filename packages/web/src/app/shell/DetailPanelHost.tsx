import { useEffect } from "react";
import {
  closeDetailPanel,
  type DetailPanelContribution,
  useDetailPanel,
} from "../../entities/shell/detail/detailPanel.ts";
import { useRoute } from "../../entities/shell/routes.ts";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";

/** Shows what `openDetailPanel` opened. Closes it when another conversation or page is opened. */
export function DetailPanelHost({ panels }: { panels: readonly DetailPanelContribution[] }) {
  const { isOpen, id } = useDetailPanel();
  const { visit } = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit closes what was opened before it
  useEffect(() => closeDetailPanel, [visit]);
  const panel = panels.find((contribution) => contribution.id === id);
  if (!panel) return null;
  return (
    <OverlaySuspense isOpen={isOpen} onClose={closeDetailPanel}>
      <panel.Component key={panel.id} />
    </OverlaySuspense>
  );
}
