import {
  type Icon,
  IconAperture,
  IconApi,
  IconBolt,
  IconCheck,
  IconDownload,
  IconFileText,
  IconInfoCircle,
  IconRepeat,
  IconRobot,
  IconSearch,
  IconSend,
  IconSettings,
  IconShare,
  IconX,
} from "@tabler/icons-react";

const icons: ReadonlyMap<string, Icon> = new Map([
  ["bolt", IconBolt],
  ["info", IconInfoCircle],
  ["assistant", IconRobot],
  ["check", IconCheck],
  ["aperture", IconAperture],
  ["repeat", IconRepeat],
  ["api", IconApi],
  ["send", IconSend],
  ["clear", IconX],
  ["settings", IconSettings],
  ["share", IconShare],
  ["download", IconDownload],
  ["document", IconFileText],
  ["search", IconSearch],
]);

/** Returns the icon that a status names, or the `info` icon if the name is missing or unknown. */
export function getStatusIcon(name: string | undefined): Icon {
  return icons.get(name ?? "") ?? IconInfoCircle;
}
