import type { PublicConfig, SessionUser } from "@lectern/contract";
import { lazy, Suspense } from "react";
import { closeDialog, useAppDialogs } from "../../entities/shell/dialogs.ts";
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx";

const Palette = lazy(() => import("../Palette.tsx").then(({ Palette }) => ({ default: Palette })));
const ShortcutsSheet = lazy(() =>
  import("./ShortcutsDialog.tsx").then(({ ShortcutsSheet }) => ({ default: ShortcutsSheet })),
);
const SettingsDialog = lazy(() =>
  import("../SettingsDialog.tsx").then(({ SettingsDialog }) => ({ default: SettingsDialog })),
);

const DownloadDialog = lazy(() =>
  import("../DownloadDialog.tsx").then(({ DownloadDialog }) => ({ default: DownloadDialog })),
);
const ExportDialog = lazy(() => import("../ExportDialog.tsx").then(({ ExportDialog }) => ({ default: ExportDialog })));
const ImportDialog = lazy(() => import("../ImportDialog.tsx").then(({ ImportDialog }) => ({ default: ImportDialog })));

export interface AppDialogsProps {
  user: SessionUser;
  config: PublicConfig;
  /** The conversation that is open. */
  conversationId: string | null;
  /** Why no other conversation can be opened now; null: one can. */
  blockedReason: string | null;
  onNew: () => void;
}

/** The dialogs that are reached from anywhere, each loaded when it is first opened. */
export function AppDialogs(props: AppDialogsProps) {
  const { open, shown } = useAppDialogs();
  const dialog = { isOpen: open === shown, onClose: closeDialog };
  if (shown === null) return null;
  const isDownload = shown === "download" || shown === "downloadSeveral";
  return (
    <Suspense fallback={isDownload ? <LoadingOverlay message="Preparing to Download..." /> : null}>
      {shown === "palette" && <Palette {...dialog} {...props} />}
      {shown === "shortcuts" && <ShortcutsSheet {...dialog} />}
      {isDownload && <DownloadDialog {...dialog} conversationId={shown === "download" ? props.conversationId : null} />}
      {shown === "export" && <ExportDialog {...dialog} />}
      {shown === "import" && <ImportDialog {...dialog} />}
      {shown === "settings" && <SettingsDialog {...dialog} userId={props.user.id} />}
    </Suspense>
  );
}
