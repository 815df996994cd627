import { t } from "@lingui/core/macro";
import {
  closeAssistantAdmin,
  newAssistant,
  openAssistantAdmin,
} from "../../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../../entities/shell/dialogs.ts";
import { SelectField } from "../../../../ui/SelectField.tsx";
import classes from "../Editor.module.css";
import type { AssistantEditor } from "../useAssistantEditor.ts";
import { useWritableGroups } from "../useWritableGroups.ts";

interface AssistantPlaceFieldProps {
  editor: AssistantEditor;
  /** Called before the form opens elsewhere. */
  onLeave?: () => void;
}

/** No group has this id: ids contain an underscore. */
const ownValue = "me";

/**
 * Leads from a new assistant of the person to one of a group, which has its form in the Assistant Admin Interface, and
 * back.
 */
export function AssistantPlaceField({ editor, onLeave }: AssistantPlaceFieldProps) {
  const groups = useWritableGroups();
  if (groups.length === 0) return null;
  const place = editor.group?.id ?? ownValue;
  const open = (value: string) => {
    const group = groups.find(({ id }) => id === value) ?? null;
    editor.moveTo(group);
    onLeave?.();
    if (group) return openAssistantAdmin({ groupId: group.id, assistantId: newAssistant });
    closeAssistantAdmin();
    openDialog("assistantEditor", { assistantId: null });
  };
  const { hasAdded } = editor.documents;
  return (
    <SelectField
      className={classes.place ?? ""}
      label={t({ message: "For", context: "whose new assistant" })}
      value={place}
      choices={[
        { value: ownValue, label: t({ message: "Me", context: "whose new assistant" }) },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      // Documents that were added are stored with this form only.
      disabled={hasAdded}
      title={hasAdded ? t`Remove the added documents to change this.` : undefined}
      onChange={(value) => value !== place && open(value)}
    />
  );
}
