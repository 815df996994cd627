import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import classes from "./MessageActions.module.css";
import { MessageButton } from "./MessageButton.tsx";
import { OtherModelMenu, type OtherModelProps } from "./OtherModelMenu.tsx";

/** The arrow beside "Answer again". */
export function OtherModelButton(props: OtherModelProps) {
  return (
    <OtherModelMenu
      {...props}
      className={classes.more}
      renderButton={(buttonProps, blockedReason) => (
        <MessageButton
          {...buttonProps}
          className={classes.attached ?? ""}
          name={t`Try another model`}
          blockedReason={blockedReason}
        >
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </MessageButton>
      )}
    />
  );
}
