import { t } from "@lingui/core/macro";
import { IconFileSearch } from "@tabler/icons-react";
import { openConversationSearch } from "../../entities/shell/conversationSearch.ts";
import type { FindPaletteGroup } from "../../entities/shell/palette.ts";

/** Offers to search for the typed text in all messages, in the side panel. */
export const findMessageSearch: FindPaletteGroup = (search) => {
  const text = search.trim();
  if (text === "") return { name: t`Messages`, entries: [] };
  return {
    name: t`Messages`,
    isFallback: true,
    entries: [
      {
        id: "messageSearch",
        name: t`Search messages for “${text}”`,
        icon: <IconFileSearch size={16} stroke={1.6} />,
        movesFocus: true,
        run: () => openConversationSearch(text),
      },
    ],
  };
};
