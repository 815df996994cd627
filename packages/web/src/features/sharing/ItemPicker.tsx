import type { ConversationSummary, Folder, PromptTemplate } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Tabs } from "@mantine/core";
import { useMemo, useState } from "react";
import { cutConversationName } from "../../entities/conversations/cutConversationName.ts";
import { getConversationName } from "../../entities/conversations/getConversationName.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { getFolderName } from "../../entities/prompts/getFolderName.ts";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { CheckPicker } from "../../ui/picker/CheckPicker.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import tabClasses from "../../ui/tabs.module.css";
import { type ChosenIds, findInFolder, type SharableItems, type SharedKind } from "./collectShared.ts";
import classes from "./ShareDialog.module.css";
import type { SharableSource } from "./useSharableItems.ts";

interface ItemPickerProps {
  source: SharableSource;
  chosenIds: ChosenIds;
  onChange: (chosenIds: ChosenIds) => void;
}

type SharedItem = ConversationSummary | PromptTemplate | Folder;

const kinds: readonly SharedKind[] = ["conversations", "prompts", "folders"];

/** Asks which conversations, prompts and folders are shared. Those that were chosen at first come first. */
export function ItemPicker({ source: { items, failed }, chosenIds, onChange }: ItemPickerProps) {
  const [kind, setKind] = useState(() => kinds.find((each) => chosenIds[each].size > 0) ?? "conversations");
  const [firstIds] = useState(chosenIds);
  const orderedItems = useMemo<readonly SharedItem[]>(
    () => (items ? putFirst<SharedItem>(items[kind], firstIds[kind]) : []),
    [items, kind, firstIds],
  );
  const texts = getTexts();
  // What was chosen may have been deleted since.
  const countChosen = (each: SharedKind) =>
    items ? items[each].filter(({ id }) => chosenIds[each].has(id)).length : chosenIds[each].size;
  return (
    <section aria-label={t`What to share`}>
      <Tabs
        value={kind}
        onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
        keepMounted={false}
        classNames={{ list: tabClasses.list, tab: tabClasses.tab, panel: classes.panel }}
      >
        <Tabs.List>
          {kinds.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {texts[each].label}
              {countChosen(each) > 0 && (
                <span className={classes.count}>
                  {plural(countChosen(each), { one: "# selected", other: "# selected" })}
                </span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind}>
          {items && (
            <CheckPicker
              key={kind}
              items={orderedItems}
              chosenIds={chosenIds[kind]}
              {...texts[kind]}
              hasFocus={false}
              search={searchItems}
              getName={getItemName}
              {...(kind === "folders" && { getDetail: (item: SharedItem) => describeFolder(item, items) })}
              onChange={(ids) => onChange({ ...chosenIds, [kind]: ids })}
            />
          )}
          {!items && !failed && <ListSkeleton rows={4} label={t`Loading what you can share`} />}
          {failed && (
            <LoadFailedBanner text={t`Couldn’t read your chats.`} error={failed.error} onRetry={failed.retry} />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

const getTexts = () => ({
  conversations: {
    label: t`Chats`,
    searchLabel: t`Search chats`,
    allLabel: t({ message: "All", context: "conversations" }),
    emptyText: t`There are no chats yet.`,
  },
  prompts: {
    label: t`Prompts`,
    searchLabel: t`Search prompts`,
    allLabel: t({ message: "All", context: "prompts" }),
    emptyText: t`There are no prompts you can share.`,
  },
  folders: {
    label: t`Folders`,
    searchLabel: t`Search folders`,
    allLabel: t({ message: "All", context: "folders" }),
    emptyText: t`There are no folders you can share.`,
  },
});

function putFirst<Item extends { id: string }>(items: readonly Item[], ids: ReadonlySet<string>): readonly Item[] {
  return [...items.filter(({ id }) => ids.has(id)), ...items.filter(({ id }) => !ids.has(id))];
}

const searchItems = (items: readonly SharedItem[], text: string) => searchConversations(items, text);

function getItemName(item: SharedItem): { shown: string; full: string } {
  if ("isLocal" in item) return { shown: cutConversationName(item.name), full: getConversationName(item) };
  const name = "content" in item ? item.name : getFolderName(item);
  return { shown: name, full: name };
}

/** Says how much is in a folder, which also tells folders of the same name apart. */
function describeFolder(item: SharedItem, items: SharableItems): string {
  const folder = items.folders.find(({ id }) => id === item.id);
  if (!folder) return "";
  const { conversations, prompts } = findInFolder(folder, items);
  return folder.type === "chat"
    ? plural(conversations.length, { one: "# chat", other: "# chats" })
    : plural(prompts.length, { one: "# prompt", other: "# prompts" });
}
