import {
  type Icon,
  IconAperture,
  IconApi,
  IconBolt,
  IconCheck,
  IconDownload,
  IconInfoCircle,
  IconRepeat,
  IconRobot,
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
]);

/** Returns the icon that a status names, or the `info` icon if the name is missing or unknown. */
export function getStatusIcon(name: string | undefined): Icon {
  return icons.get(name ?? "") ?? IconInfoCircle;
}
