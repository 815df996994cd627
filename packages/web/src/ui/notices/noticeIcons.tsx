import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";

const shape = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

/** The icon of a notice, so that its kind is not only a colour. */
export const noticeIcons = {
  error: <IconAlertTriangle {...shape} color="var(--danger)" />,
  warning: <IconAlertTriangle {...shape} color="var(--warning)" />,
  success: <IconCircleCheck {...shape} color="var(--success)" />,
  info: <IconInfoCircle {...shape} color="var(--accent)" />,
};
