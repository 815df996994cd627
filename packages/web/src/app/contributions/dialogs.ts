import { t } from "@lingui/core/macro";
import type { DialogContributions } from "../../entities/shell/dialogs.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const loadPalette = () => import("./Palette.tsx").then(({ Palette }) => ({ default: Palette }));

/** Loads the code of the palette, because people type at once after its shortcut. */
export const preloadPalette = () => void loadPalette().catch(() => {});

/** The dialogs that `openDialog(id)` opens. `entities/shell/dialogs.ts` defines the parameters of each dialog. */
export const dialogs: DialogContributions = {
  palette: { isResetOnOpen: true, Component: lazy(loadPalette) },
  shortcuts: {
    Component: lazy(() =>
      import("./ShortcutsDialog.tsx").then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
    ),
  },
  settings: {
    Component: lazy(() => import("./SettingsDialog.tsx").then(({ SettingsDialog }) => ({ default: SettingsDialog }))),
  },
  usage: {
    Component: lazy(() =>
      import("../../features/usage/UsageDialog.tsx").then(({ UsageDialog }) => ({ default: UsageDialog })),
    ),
  },
  accounts: {
    isResetOnOpen: true,
    Component: lazy(() => import("./AccountsDialog.tsx").then(({ AccountsDialog }) => ({ default: AccountsDialog }))),
  },
  memory: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/memory/dialog/MemoryDialog.tsx").then(({ MemoryDialog }) => ({ default: MemoryDialog })),
    ),
  },
  integrations: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/integrations/IntegrationsDialog.tsx").then(({ IntegrationsDialog }) => ({
        default: IntegrationsDialog,
      })),
    ),
  },
  connectModel: {
    Component: lazy(() =>
      import("../../features/models/ConnectModel.tsx").then(({ ConnectModel }) => ({ default: ConnectModel })),
    ),
  },
  groups: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/groups/GroupsDialog.tsx").then(({ GroupsDialog }) => ({ default: GroupsDialog })),
    ),
  },
  createGroup: {
    Component: lazy(() =>
      import("../../features/groups/CreateGroupDialog.tsx").then(({ CreateGroupDialog }) => ({
        default: CreateGroupDialog,
      })),
    ),
  },
  signOut: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/identity/SignOutDialog.tsx").then(({ SignOutDialog }) => ({ default: SignOutDialog })),
    ),
  },
  import: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/export/import/ImportDialog.tsx").then(({ ImportDialog }) => ({ default: ImportDialog })),
    ),
  },
  export: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/export/jsonExport/ExportDialog.tsx").then(({ ExportDialog }) => ({
        default: ExportDialog,
      })),
    ),
  },
  download: {
    isResetOnOpen: true,
    get loadingMessage() {
      return t`Preparing to Download...`;
    },
    Component: lazy(() =>
      import("../../features/export/download/DownloadDialog.tsx").then(({ DownloadDialog }) => ({
        default: DownloadDialog,
      })),
    ),
  },
  assistantEditor: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/assistants/editor/AssistantEditorDialog.tsx").then(({ AssistantEditorDialog }) => ({
        default: AssistantEditorDialog,
      })),
    ),
  },
  newPrompt: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/prompts/editor/NewPromptDialog.tsx").then(({ NewPromptDialog }) => ({
        default: NewPromptDialog,
      })),
    ),
  },
  starRating: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/analytics/rating/StarDialog.tsx").then(({ StarDialog }) => ({ default: StarDialog })),
    ),
  },
  ratingReason: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/feedback/ReasonDialog.tsx").then(({ ReasonDialog }) => ({ default: ReasonDialog })),
    ),
  },
  qualityImprovement: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/qualityImprovement/QualityDialog.tsx").then(({ QualityDialog }) => ({
        default: QualityDialog,
      })),
    ),
  },
  lostDraft: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/assistants/lost/LostDraftDialog.tsx").then(({ LostDraftDialog }) => ({
        default: LostDraftDialog,
      })),
    ),
  },
  share: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/sharing/ShareDialog.tsx").then(({ ShareDialog }) => ({ default: ShareDialog })),
    ),
  },
  receivedShare: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/export/import/loaded/ReceivedShareDialog.tsx").then(({ ReceivedShareDialog }) => ({
        default: ReceivedShareDialog,
      })),
    ),
  },
  legacyWorkspace: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/export/import/loaded/LegacyWorkspaceDialog.tsx").then(({ LegacyWorkspaceDialog }) => ({
        default: LegacyWorkspaceDialog,
      })),
    ),
  },
  assistantShare: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/assistants/share/ShareDialog.tsx").then(({ ShareDialog }) => ({ default: ShareDialog })),
    ),
  },
  assistantLeave: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/assistants/panel/LeaveDialog.tsx").then(({ LeaveDialog }) => ({ default: LeaveDialog })),
    ),
  },
  assistantDeletion: {
    isResetOnOpen: true,
    Component: lazy(() =>
      import("../../features/assistants/deletion/DeletionDialog.tsx").then(({ DeletionDialog }) => ({
        default: DeletionDialog,
      })),
    ),
  },
};
