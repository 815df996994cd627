import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import type { PptxTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import tableClasses from "../AdminTable.module.css";
import { DirectoryGroupsInput } from "../DirectoryGroupsInput.tsx";

interface PptxTemplateRowProps {
  template: PptxTemplate;
  /** The names of the groups of the directory. */
  directoryGroups: readonly string[];
  onChange: (template: PptxTemplate) => void;
  onDelete: () => void;
}

export function PptxTemplateRow({ template, directoryGroups, onChange, onDelete }: PptxTemplateRowProps) {
  const { name, isAvailable, amplifyGroups, size, uploadedAt, uploadedBy } = template;
  const details = [formatBytes(size), formatDate(new Date(uploadedAt), { dateStyle: "medium" }), uploadedBy ?? ""];
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={tableClasses.detail}>{details.filter((detail) => detail !== "").join(" · ")}</span>
      </th>
      <td>
        <Switch
          aria-label={t`${name} is available to all`}
          checked={isAvailable}
          onChange={(event) => onChange({ ...template, isAvailable: event.currentTarget.checked })}
        />
      </td>
      <td className={tableClasses.wide}>
        <DirectoryGroupsInput
          ariaLabel={t`Groups that can choose ${name}`}
          names={directoryGroups}
          value={amplifyGroups}
          isDisabled={isAvailable}
          onChange={(names) => onChange({ ...template, amplifyGroups: names })}
        />
      </td>
      <td>
        <IconButton name={t`Delete ${name}`} onClick={onDelete}>
          <IconTrash size={18} stroke={1.6} />
        </IconButton>
      </td>
    </tr>
  );
}
