import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { AssistantIcon } from "../../../../entities/assistants/AssistantIcon.tsx";
import { firstGrapheme } from "../../../../entities/assistants/firstGrapheme.ts";
import classes from "../Editor.module.css";
import { type FieldsProps, inputStyles } from "./fieldProps.ts";

/** One emoji or letter that stands for the assistant. What is typed replaces the last one. */
export function IconField({ draft: { icon }, change }: FieldsProps) {
  return (
    <TextInput
      label={t`Icon`}
      // Its example is the icon in the empty field. A visible hint would push the field below that of the name.
      aria-description={t`Emoji or letter`}
      // What is shown for an assistant without an icon.
      leftSection={icon === "" && <AssistantIcon icon="" size={20} />}
      autoComplete="off"
      value={icon}
      className={classes.icon ?? ""}
      classNames={inputStyles}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget: { value } }) =>
        change({
          icon: firstGrapheme(icon !== "" && value.startsWith(icon) ? value.slice(icon.length) || icon : value),
        })
      }
    />
  );
}
