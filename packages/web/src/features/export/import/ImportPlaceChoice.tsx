import { t } from "@lingui/core/macro";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { Radio } from "@mantine/core";
import {
  describeStorage,
  getStorageName,
  type StoragePlace,
  storagePlaces,
} from "../../../entities/conversations/storage/storageTexts.ts";
import classes from "./ImportPlaceChoice.module.css";

interface ImportPlaceChoiceProps {
  place: StoragePlace;
  onChoose: (place: StoragePlace) => void;
}

/** Asks whether imported chats are stored in this browser or in the cloud. */
export function ImportPlaceChoice({ place, onChoose }: ImportPlaceChoiceProps) {
  const choose = (value: string) => {
    const chosenPlace = storagePlaces.find((each) => each === value);
    if (chosenPlace) onChoose(chosenPlace);
  };
  return (
    <Radio.Group
      label={t`Where should the imported chats be stored?`}
      value={place}
      onChange={choose}
      classNames={{ root: classes.root, label: classes.label }}
    >
      {storagePlaces.map((each) => (
        <Radio
          key={each}
          value={each}
          label={getStorageName(each)}
          description={describeStorage(each)}
          classNames={{ root: classes.choice, radio: classes.mark, description: classes.description }}
        />
      ))}
    </Radio.Group>
  );
}
