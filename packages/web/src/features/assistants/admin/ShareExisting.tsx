import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Combobox } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useState } from "react";
import { isOwnAssistant } from "../../../entities/assistants/isOwnAssistant.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { SearchMenu } from "../../../ui/SearchMenu.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import menuClasses from "../picker/AssistantMenu.module.css";
import { AssistantOption } from "../picker/AssistantOption.tsx";
import classes from "./Admin.module.css";
import { findAssistants } from "./findAssistants.ts";

interface ShareExistingProps {
  /** The assistants that are shared with the group already. */
  sharedIds: readonly string[];
  onShare: (assistant: AssistantSummary) => void;
}

/** A button that lists the person's own assistants, of which one press shares one. */
export function ShareExisting(props: ShareExistingProps) {
  const { isOpen, close, buttonProps } = useMenuButton();
  return (
    <span className={classes.share}>
      <Button
        variant="default"
        leftSection={<IconShare size={16} aria-hidden />}
        aria-haspopup="listbox"
        {...buttonProps}
      >
        {t`Share an existing assistant`}
      </Button>
      {isOpen && <OwnAssistantsMenu {...props} onClose={close} />}
    </span>
  );
}

/** More options would take long to render, and nobody reads them: the search finds the others. */
const maxShown = 30;

function OwnAssistantsMenu({ sharedIds, onShare, onClose }: ShareExistingProps & { onClose: () => void }) {
  const { data: assistants, status } = useAssistants();
  const [search, setSearch] = useState("");
  const own = assistants?.filter((assistant) => isOwnAssistant(assistant) && !assistant.noShare) ?? [];
  const matches = findAssistants(
    own.filter(({ assistantId }) => !sharedIds.includes(assistantId)),
    search,
  );
  return (
    <SearchMenu
      label={t`Your assistants`}
      searchLabel={t`Search your assistants`}
      position="bottom-end"
      widthRem={24}
      classNames={{ dropdown: menuClasses.dropdown, option: menuClasses.option }}
      search={search}
      onSearch={setSearch}
      hasActive={false}
      status={status}
      onChoose={(assistantId) => {
        const assistant = own.find((each) => each.assistantId === assistantId);
        onClose();
        if (assistant) onShare(assistant);
      }}
      onClose={onClose}
    >
      {matches.slice(0, maxShown).map((assistant) => (
        <Combobox.Option key={assistant.assistantId} value={assistant.assistantId}>
          <AssistantOption assistant={assistant} isPinned={false} />
        </Combobox.Option>
      ))}
      {matches.length > maxShown && (
        <Combobox.Footer className={menuClasses.more}>{t`Type to find more.`}</Combobox.Footer>
      )}
      {matches.length === 0 && <Combobox.Empty>{describeEmpty(status, own.length, search)}</Combobox.Empty>}
    </SearchMenu>
  );
}

function describeEmpty(status: "pending" | "error" | "success", ownCount: number, search: string): string {
  if (status === "pending") return t`Loading assistants…`;
  if (status === "error") return t`Couldn’t load the assistants.`;
  if (ownCount === 0) return t`You have no assistants of your own yet.`;
  return search.trim() === "" ? t`All your assistants are shared here already.` : t`No assistants match.`;
}
