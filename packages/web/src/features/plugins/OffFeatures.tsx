import { t } from "@lingui/core/macro";
import { IconToggleLeft } from "@tabler/icons-react";
import { pluginStates, usePluginSources } from "../../entities/plugins/pluginStates.ts";
import { isSwitchedOff, pluginIds } from "../../entities/plugins/plugins.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import chipClasses from "../../ui/chips/Chips.module.css";
import classes from "./OffFeatures.module.css";
import { getPluginTexts } from "./pluginTexts.ts";

/** The features that the next answer lacks because the person has turned them off. Each can be turned on here. */
export function OffFeatures() {
  const { user } = useWorkspace();
  const sources = usePluginSources(user.id);
  const offIds = pluginIds.filter((id) => isSwitchedOff(id, sources));
  if (offIds.length === 0) return null;
  return (
    <ul className={chipClasses.chips} aria-label={t`Features that are off`}>
      {offIds.map((id) => {
        const { name } = getPluginTexts(id);
        return (
          <li key={id} className={chipClasses.chip}>
            <IconToggleLeft size={16} stroke={1.8} aria-hidden />
            <span>{t`${name}: off`}</span>
            <button
              type="button"
              className={classes.turnOn}
              aria-label={t`Turn on: ${name}`}
              onClick={() => {
                pluginStates.write(user.id, { ...pluginStates.read(user.id), [id]: true });
                focusField("message");
              }}
            >
              {t`Turn on`}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
