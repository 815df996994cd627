import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { AssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { isOwnAssistant, isSharedDirectly } from "../../../entities/assistants/isOwnAssistant.ts";

import { listAssistantGroups } from "../../../entities/assistants/listAssistantGroups.ts";
import type { TreeItem, TreeRow } from "../../../ui/tree/treeRows.ts";
import type { FolderChoices } from "./useFolderChoices.ts";

const fewAssistants = 5;

export interface AssistantListInput {
  assistants: readonly AssistantSummary[];
  marks: AssistantMarks;
  /** The others are open if they are the only one or have few assistants. */
  folderChoices: FolderChoices;
  /** The groups whose folders the person has hidden. */
  hiddenGroupIds: ReadonlySet<string>;
  /** True while hidden folders are also listed. */
  showsHidden: boolean;
  /** While searching, folders without matches are left out and the others are open. */
  search: string;
}

/**
 * Returns the rows of the list: the person's own assistants, those shared with them, then a folder for each group with
 * its assistants and those that were shared with it. What the person has only through a group is in its folder alone.
 */
export function buildAssistantRows(input: AssistantListInput): TreeRow<AssistantSummary>[] {
  const { assistants, marks, search } = input;
  const listed = findAssistants(assistants, search, { pinnedIds: marks.pinnedIds, recentIds: [] });
  const own = listed.filter(isOwnAssistant);
  const shared = listed.filter(isSharedDirectly);
  return [
    ...toSection("own", t`Your assistants`, own),
    ...toSection("shared", t`Shared with you`, shared),
    ...toFolders(listed, input),
  ];
}

function toSection(id: string, label: string, members: readonly AssistantSummary[]): TreeRow<AssistantSummary>[] {
  if (members.length === 0) return [];
  return [{ kind: "heading", id, label }, ...members.map((assistant) => toItem(assistant, null))];
}

function toFolders(
  listed: readonly AssistantSummary[],
  { folderChoices, hiddenGroupIds, showsHidden, search }: AssistantListInput,
): TreeRow<AssistantSummary>[] {
  const entries = listed.flatMap((assistant) => listAssistantGroups(assistant).map((group) => ({ assistant, group })));
  const folders = [...Map.groupBy(entries, ({ group }) => group.id)].flatMap(([id, members]) => {
    const isHidden = hiddenGroupIds.has(id);
    return isHidden && !showsHidden ? [] : [{ id, name: members[0]?.group.name ?? "", isHidden, members }];
  });
  const rows = folders
    .sort((a, b) => collator.compare(a.name, b.name))
    .flatMap(({ id, name, isHidden, members }): TreeRow<AssistantSummary>[] => {
      const isOpenAtFirst = folders.length === 1 || members.length <= fewAssistants;
      const isOpen = search.trim() !== "" || (folderChoices[id] ?? isOpenAtFirst);
      const folder: TreeRow<AssistantSummary> = {
        kind: "folder",
        id,
        name,
        isOpen,
        count: members.length,
        canRename: false,
        acceptsDrops: false,
        hasMenu: true,
        mark: isHidden ? "hidden" : undefined,
      };
      return [folder, ...(isOpen ? members.map(({ assistant }) => toItem(assistant, id)) : [])];
    });
  return rows.length === 0 ? [] : [{ kind: "heading", id: "groups", label: t`From your groups` }, ...rows];
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function toItem(assistant: AssistantSummary, folderId: string | null): TreeItem<AssistantSummary> {
  const isAtOwner = folderId === null || folderId === assistant.group?.id;
  return {
    kind: "item",
    // A shared assistant can be in several places.
    id: isAtOwner ? assistant.assistantId : `${assistant.assistantId} ${folderId}`,
    name: assistant.name,
    folderId,
    value: assistant,
    canRename: false,
  };
}
