import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileCertificate, IconHelp, IconMail } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import classes from "./MoreTab.module.css";

export interface MoreTabGroup {
  /** The heading; null if the group has none. */
  title: string | null;
  actions: readonly MoreTabAction[];
}

interface MoreTabAction {
  label: string;
  /** A short second line, for what the label alone leaves open. */
  description?: string;
  Icon: ComponentType<{ size: number; "aria-hidden": true }>;
  run: () => void;
}

/** The tab "More" of the side panel: buttons that open dialogs, and information about the product. */
export function MoreTab({ groups }: { groups: readonly MoreTabGroup[] }) {
  const { config } = useWorkspace();
  const { productName } = config;
  const subject = encodeURIComponent(t`${productName} feedback`);
  return (
    <div className={classes.root}>
      {groups.map(({ title, actions }) => (
        <section key={title ?? ""}>
          {title !== null && <h2 className={classes.heading}>{title}</h2>}
          <div className={classes.entries}>
            {actions.map((action) => (
              <ActionButton key={action.label} {...action} />
            ))}
          </div>
        </section>
      ))}
      {config.supportEmail && (
        <section>
          <h2 className={classes.heading}>{t`Feedback`}</h2>
          <Button
            component="a"
            href={`mailto:${config.supportEmail}?subject=${subject}`}
            variant="subtle"
            color="gray"
            justify="flex-start"
            fullWidth
            classNames={{ root: classes.entry }}
            leftSection={<IconMail size={16} aria-hidden />}
          >
            {t`Send Feedback`}
          </Button>
        </section>
      )}
      {(config.helpUrl || config.policyUrl) && (
        <section>
          <h2 className={classes.heading}>{t`Your institution`}</h2>
          <div className={classes.entries}>
            {config.helpUrl && <Link href={config.helpUrl} label={t`Help pages`} Icon={IconHelp} />}
            {config.policyUrl && <Link href={config.policyUrl} label={t`Data policy`} Icon={IconFileCertificate} />}
          </div>
        </section>
      )}
      <p className={classes.version}>
        {config.productName} {config.version}
      </p>
    </div>
  );
}

/** Opens a page of the institution in another tab. */
function Link({ href, label, Icon }: { href: string; label: string; Icon: MoreTabAction["Icon"] }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="subtle"
      color="gray"
      justify="flex-start"
      fullWidth
      classNames={{ root: classes.entry }}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}

function ActionButton({ label, description, Icon, run }: MoreTabAction) {
  return (
    <Button
      variant="subtle"
      color="gray"
      justify="flex-start"
      fullWidth
      classNames={{ root: classes.entry, label: classes.label }}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={run}
    >
      <span>{label}</span>
      {description !== undefined && <span className={classes.description}>{description}</span>}
    </Button>
  );
}
