import { t } from "@lingui/core/macro";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { Radio } from "@mantine/core";
import {
  explainStorage,
  getStorageName,
  type StoragePlace,
  storagePlaces,
} from "../../../entities/conversations/storage/storageTexts.ts";
import classes from "./StorageSettings.module.css";

interface StorageChoicesProps {
  place: StoragePlace;
  isDisabled: boolean;
  onChange: (place: StoragePlace) => void;
}

const radioClasses = {
  root: classes.radio,
  body: classes.choice,
  radio: classes.mark,
  description: classes.description,
};

/** The places where new conversations can be stored, each with what that means. */
export function StorageChoices({ place, isDisabled, onChange }: StorageChoicesProps) {
  return (
    <Radio.Group
      label={t`New chats`}
      value={place}
      onChange={(value) => onChange(value === "cloud" ? "cloud" : "local")}
      classNames={{ root: classes.group, label: classes.label }}
    >
      {storagePlaces.map((each) => (
        <Radio
          key={each}
          value={each}
          disabled={isDisabled}
          label={getStorageName(each)}
          description={explainStorage(each)}
          classNames={radioClasses}
        />
      ))}
    </Radio.Group>
  );
}
