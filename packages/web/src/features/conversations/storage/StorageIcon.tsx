import { IconCloud, IconDeviceLaptop, IconDeviceMobile } from "@tabler/icons-react";
import { useIsNarrow } from "../../../lib/device.ts";

interface StorageIconProps {
  place: "local" | "cloud";
  size: number;
  stroke?: number;
  className?: string | undefined;
  /** True if the icon is the first to go where there is little room. */
  yields?: boolean;
}

/** The icon of a place where chats are stored: the device in hand, or the cloud. */
export function StorageIcon({ place, stroke = 1.6, yields = false, ...props }: StorageIconProps) {
  const DeviceIcon = useIsNarrow() ? IconDeviceMobile : IconDeviceLaptop;
  const Icon = place === "local" ? DeviceIcon : IconCloud;
  return <Icon {...props} stroke={stroke} data-yields={yields || undefined} aria-hidden />;
}
