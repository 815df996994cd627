import { t } from "@lingui/core/macro";
import { IconCode, IconEye, IconFileDiff, IconPencil, IconTrash, IconVersions } from "@tabler/icons-react";
import type { Tool } from "./Toolbar.tsx";
import type { ContentTools } from "./useContentTools.tsx";

interface VersionToolsOptions {
  view: "preview" | "code" | "compare";
  contentTools: ContentTools;
  canCompare: boolean;
  isEditing: boolean;
  /** Why no tool can be used now; null: they can be. */
  blockedReason: string | null;
  onView: (view: "preview" | "code" | "compare") => void;
  onAddCopy: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** Returns the tools for a version of a conversation's artifact, in the order of the specification. */
export function getVersionTools(options: VersionToolsOptions): Tool[] {
  const { view, contentTools, canCompare, isEditing, blockedReason, onView, onAddCopy, onEdit, onDelete } = options;
  const { save, upload, copy, download, email, share } = contentTools;
  // What ends the edit would lose its text.
  const editingReason = isEditing ? t`Save or cancel the edit first.` : null;
  const onlyReason = canCompare ? null : t`There is only one version.`;
  const tools: Tool[] = [
    { ...getViewTool(view, onView), blockedReason: editingReason },
    save,
    upload,
    { id: "addCopy", name: t`Add version copy`, Icon: IconVersions, blockedReason: editingReason, run: onAddCopy },
    copy,
    download,
    email,
    share,
    { id: "edit", name: t`Edit`, Icon: IconPencil, isPressed: isEditing, run: isEditing ? () => {} : onEdit },
    {
      id: "delete",
      name: t`Delete version`,
      Icon: IconTrash,
      isDestructive: true,
      blockedReason: editingReason,
      run: onDelete,
    },
    {
      id: "compare",
      name: t`Compare versions`,
      Icon: IconFileDiff,
      isPressed: view === "compare" && !isEditing,
      blockedReason: onlyReason ?? editingReason,
      startsGroup: true,
      run: () => onView(view === "compare" ? "code" : "compare"),
    },
  ];
  return blockedReason === null ? tools : tools.map((tool) => ({ ...tool, blockedReason }));
}

/** Switches between the preview and the code. */
export function getViewTool(view: VersionToolsOptions["view"], onView: (view: "preview" | "code") => void): Tool {
  return view === "preview"
    ? { id: "view", name: t`View code`, Icon: IconCode, run: () => onView("code") }
    : { id: "view", name: t`Preview`, Icon: IconEye, run: () => onView("preview") };
}
