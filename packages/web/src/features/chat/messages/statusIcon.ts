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

/** The icon that a status names; the one of `info` for a name that is absent or unknown. */
export function statusIcon(name: string | undefined): Icon {
  return icons.get(name ?? "") ?? IconInfoCircle;
}
