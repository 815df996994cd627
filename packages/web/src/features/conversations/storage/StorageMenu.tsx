import { Menu } from "@mantine/core";
import { IconCheck, IconCloud, IconDeviceLaptop } from "@tabler/icons-react";
import { useId } from "react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import classes from "./StorageMenu.module.css";
import { describeStorage, getStorageName, type StoragePlace, storagePlaces } from "./storageTexts.ts";

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
  const descriptionId = useId();
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="min(20rem, calc(100vw - 24px))" onClose={onClose}>
      {storagePlaces
        .filter((each) => each === place || each === "local" || canUseCloud)
        .map((each) => {
          const Icon = each === "local" ? IconDeviceLaptop : IconCloud;
          const isCurrent = each === place;
          return (
            <Menu.Item
              key={each}
              role="menuitemradio"
              aria-checked={isCurrent}
              aria-label={getStorageName(each)}
              aria-describedby={`${descriptionId}-${each}`}
              data-autofocus={isCurrent || undefined}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              rightSection={isCurrent && <IconCheck size={16} stroke={2} aria-hidden />}
              classNames={{ item: classes.item, itemSection: classes.section }}
              onClick={() => onChoose(each)}
            >
              <span className={classes.name}>{getStorageName(each)}</span>
              <span id={`${descriptionId}-${each}`} className={classes.description}>
                {describeStorage(each)}
              </span>
            </Menu.Item>
          );
        })}
    </ActionMenu>
  );
}
