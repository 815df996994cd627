import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useId } from "react";
import {
  describeStorage,
  getStorageName,
  type StoragePlace,
  storagePlaces,
} from "../../../entities/conversations/storage/storageTexts.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { StorageIcon } from "./StorageIcon.tsx";
import classes from "./StorageMenu.module.css";

interface StorageMenuProps {
  labelledBy: string;
  /** Where the conversation is stored now. */
  place: StoragePlace;
  canUseCloud: boolean;
  onChoose: (place: StoragePlace) => void;
  onClose: () => void;
}

/** The open menu of the places where a conversation can be stored, each with what that means. */
export function StorageMenu({ labelledBy, place, canUseCloud, onChoose, onClose }: StorageMenuProps) {
  const id = useId();
  const places = storagePlaces.filter((each) => each === place || each === "local" || canUseCloud);
  const choose = (value: string) => {
    const chosenPlace = places.find((each) => each === value);
    if (chosenPlace) onChoose(chosenPlace);
  };
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="min(20rem, calc(100vw - 24px))" onClose={onClose}>
      <Menu.RadioGroup value={place} onChange={choose}>
        {places.map((each) => {
          return (
            <Menu.RadioItem
              key={each}
              value={each}
              aria-label={getStorageName(each)}
              aria-describedby={`${id}-${each}`}
              data-autofocus={each === place || undefined}
              closeMenuOnClick
              checkIcon={<IconCheck size={14} stroke={2.2} aria-hidden />}
              classNames={{ item: classes.item }}
            >
              <span className={classes.name}>
                <StorageIcon place={each} size={16} />
                {getStorageName(each)}
              </span>
              <span id={`${id}-${each}`} className={classes.description}>
                {describeStorage(each)}
              </span>
            </Menu.RadioItem>
          );
        })}
      </Menu.RadioGroup>
    </ActionMenu>
  );
}
