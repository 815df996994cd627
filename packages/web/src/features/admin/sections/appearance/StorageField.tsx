import { t } from "@lingui/core/macro";
import { SelectField } from "../../../../ui/SelectField.tsx";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";
import { getLockedText } from "./OptionalText.tsx";

/** Where chats are stored until a person decides. */
export function StorageField({ appearance: { defaultStorage }, isLocked, change }: AppearanceFieldsProps) {
  return (
    <SelectField
      label={t`Where new chats are stored at first`}
      description={
        isLocked("defaultStorage")
          ? getLockedText()
          : t`People who may use the cloud can change it for themselves. It applies when they next open the product.`
      }
      disabled={isLocked("defaultStorage")}
      value={defaultStorage ?? "ask"}
      choices={[
        { value: "ask", label: t`In the cloud, and people are asked` },
        { value: "cloud", label: t`In the cloud` },
        { value: "local", label: t`In the browser` },
      ]}
      onChange={(value) => change({ defaultStorage: value === "cloud" || value === "local" ? value : null })}
    />
  );
}
