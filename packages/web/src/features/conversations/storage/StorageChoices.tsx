import type { StorageSelection } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { Radio } from "@mantine/core";
import {
  describeStorage,
  getStorageName,
  type StoragePlace,
  storagePlaces,
} from "../../../entities/conversations/storage/storageTexts.ts";
import {
  getStorageLocation,
  getStorageSelection,
  includesExisting,
} from "../../../entities/conversations/storageSelection.ts";
import classes from "./StorageSettings.module.css";

interface StorageChoicesProps {
  selection: StorageSelection;
  /** The number of conversations in the cloud and in this browser. */
  counts: Record<StoragePlace, number>;
  isDisabled: boolean;
  onChange: (selection: StorageSelection) => void;
}

const radioClasses = {
  root: classes.radio,
  body: classes.choice,
  radio: classes.mark,
  description: classes.description,
};

/** Two questions that make one selection: where new conversations are stored, and whether existing ones move there. */
export function StorageChoices({ selection, counts, isDisabled, onChange }: StorageChoicesProps) {
  const place = getStorageLocation(selection);
  const movesExisting = includesExisting(selection);
  return (
    <>
      <Radio.Group
        label={t`New chats`}
        value={place}
        onChange={(value) => onChange(getStorageSelection(value === "cloud" ? "cloud" : "local", movesExisting))}
        classNames={{ root: classes.group, label: classes.label }}
      >
        {storagePlaces.map((each) => (
          <Radio
            key={each}
            value={each}
            disabled={isDisabled}
            label={getStorageName(each)}
            description={describeStorage(each)}
            classNames={radioClasses}
          />
        ))}
      </Radio.Group>
      <Radio.Group
        label={t`Existing chats`}
        value={movesExisting ? "move" : "stay"}
        onChange={(value) => onChange(getStorageSelection(place, value === "move"))}
        classNames={{ root: classes.group, label: classes.label }}
      >
        <Radio
          value="stay"
          disabled={isDisabled}
          label={t`Stay where they are`}
          description={t`Only new chats are affected.`}
          classNames={radioClasses}
        />
        <Radio
          value="move"
          disabled={isDisabled}
          label={place === "cloud" ? t`Move to the cloud` : t`Move to this browser`}
          description={place === "cloud" ? describeCountHere(counts.local) : describeCountInCloud(counts.cloud)}
          classNames={radioClasses}
        />
      </Radio.Group>
    </>
  );
}

const describeCountHere = (count: number) =>
  plural(count, {
    0: "No chat is in this browser now.",
    one: "# chat is in this browser now.",
    other: "# chats are in this browser now.",
  });

const describeCountInCloud = (count: number) =>
  plural(count, {
    0: "No chat is in the cloud now.",
    one: "# chat is in the cloud now.",
    other: "# chats are in the cloud now.",
  });
