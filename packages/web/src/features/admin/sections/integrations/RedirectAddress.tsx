import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import fieldClasses from "../../../../ui/fields.module.css";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { useClipboard } from "../../../../ui/useClipboard.ts";
import adminClasses from "../../Admin.module.css";

/** The address to which a provider returns people, which is registered there. */
export function RedirectAddress() {
  const { isCopied, copy } = useClipboard();
  const address = `${location.origin}/integrations/oauth/callback`;
  return (
    <div className={adminClasses.variable}>
      <TextInput
        classNames={{ root: adminClasses.wide ?? "", input: fieldClasses.input ?? "" }}
        label={t`Redirect address`}
        dir="ltr"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <IconButton name={isCopied ? t`Copied` : t`Copy the redirect address`} onClick={() => copy(address)}>
        {isCopied ? <IconCheck size={18} stroke={1.6} /> : <IconCopy size={18} stroke={1.6} />}
      </IconButton>
    </div>
  );
}
