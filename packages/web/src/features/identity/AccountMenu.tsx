import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Menu, VisuallyHidden } from "@mantine/core";
import {
  IconAdjustments,
  IconChartBar,
  IconCreditCard,
  IconFileCertificate,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconPlugConnected,
  IconSettings,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { hasLocalFilesQuery } from "../../entities/codeInterpreter/localFiles.ts";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { getThemeChoice, getThemes, toThemeSettings } from "../../entities/settings/themes.ts";
import { changeUserSettings, useUserSettings } from "../../entities/settings/userSettings.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { workspaceEvents } from "../../entities/shell/workspaceEvents.ts";
import { useIsTouchDevice } from "../../lib/device.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import classes from "./AccountMenu.module.css";
import { useSignOut } from "./useSignOut.ts";

interface AccountMenuProps {
  /** The person's display name. */
  name: string;
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
}

/** The open menu of the signed-in person. Its code is loaded when its button is hovered, focused or pressed. */
export function AccountMenu({ name, labelledBy, onClose }: AccountMenuProps) {
  const { user, config } = useWorkspace();
  const theme = getThemeChoice(useUserSettings(user.id));
  const list = useConversationList();
  const signOut = useSignOut();
  const hasIntegrations = useFlag("integrations");
  const isAdministration = useFlag("adminInterface");
  const isTouchDevice = useIsTouchDevice();
  const hasLocalChats = list.status === "ready" && list.conversations.some(({ isLocal }) => isLocal);
  // Until it is known, the dialog asks.
  const { data: hasLocalFiles = true } = useQuery(hasLocalFilesQuery(user.id));
  return (
    <ActionMenu labelledBy={labelledBy} position="top-start" width={264} onClose={onClose}>
      <Menu.Item data-autofocus leftSection={toSection(IconSettings)} onClick={() => openDialog("settings")}>
        {t`Settings`}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconChartBar)} onClick={() => openDialog("usage")}>
        {t`Usage`}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconCreditCard)} onClick={() => openDialog("accounts")}>
        {t`Manage Accounts`}
      </Menu.Item>
      {hasIntegrations && (
        <Menu.Item leftSection={toSection(IconPlugConnected)} onClick={() => openDialog("integrations")}>
          {t`Integrations`}
        </Menu.Item>
      )}
      {isAdministration && (
        // The same event opens it from elsewhere.
        <Menu.Item
          leftSection={toSection(IconAdjustments)}
          onClick={() => workspaceEvents.emit("openAdminInterfaceTrigger", {})}
        >
          {t`Admin Interface`}
        </Menu.Item>
      )}
      {!isTouchDevice && (
        <Menu.Item leftSection={toSection(IconKeyboard)} onClick={() => openDialog("shortcuts")}>
          {t`Keyboard shortcuts`}
        </Menu.Item>
      )}
      {config.helpUrl && (
        <Menu.Item
          component="a"
          href={config.helpUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={toSection(IconHelp)}
        >
          {t`Help pages`}
        </Menu.Item>
      )}
      {config.policyUrl && (
        <Menu.Item
          component="a"
          href={config.policyUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={toSection(IconFileCertificate)}
        >
          {t`Data policy`}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label className={classes.label}>{t`Theme`}</Menu.Label>
      <Menu.RadioGroup
        aria-label={t`Theme`}
        value={theme}
        onChange={(value) => void changeUserSettings(user.id, toThemeSettings(value))}
      >
        {getThemes().map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item
        leftSection={toSection(IconLogout)}
        onClick={() => (hasLocalChats || hasLocalFiles ? openDialog("signOut") : signOut.mutate())}
      >
        {/* Whoever sees the menu sees the name below it. */}
        <Trans>
          Sign out <VisuallyHidden component="span">{name}</VisuallyHidden>
        </Trans>
      </Menu.Item>
    </ActionMenu>
  );
}

const toSection = (Icon: TablerIcon) => <Icon size={16} stroke={1.6} aria-hidden />;
