import { plural, t } from "@lingui/core/macro";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { Checkbox } from "@mantine/core";
import type { OpenImport } from "../openImport.ts";

interface CopyChoiceProps {
  open: OpenImport;
  copies: OpenImport;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Offers to import what exists here with other content as copies. */
export function CopyChoice({ open, copies, isChosen, onChoose }: CopyChoiceProps) {
  const listIds = ({ preview }: OpenImport) => [...preview.conversations, ...preview.prompts].map(({ id }) => id);
  const ids = new Set(listIds(open));
  const count = listIds(copies).filter((id) => !ids.has(id)).length;
  return (
    <Checkbox
      mt={16}
      label={t`Import as a new copy`}
      description={plural(count, {
        one: "# item differs from yours of the same name. Yours stays unchanged.",
        other: "# items differ from yours of the same names. Yours stay unchanged.",
      })}
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
  );
}
