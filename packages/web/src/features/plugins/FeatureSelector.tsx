import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Switch, VisuallyHidden } from "@mantine/core";
import { IconChevronUp, IconGripVertical, IconToggleLeft, IconToggleRight } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useRef } from "react";
import { getChosenAssistantId } from "../../entities/assistants/assistantChoice.ts";
import { selectAssistant } from "../../entities/assistants/selectAssistant.ts";
import { pluginStates, usePluginSources } from "../../entities/plugins/pluginStates.ts";
import { changeChoice, isPluginOn, listPlugins, type PluginId } from "../../entities/plugins/plugins.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { useStoredValue } from "../../lib/storedValue.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import classes from "./FeatureSelector.module.css";
import type { Corner } from "./placement.ts";
import { getPluginTexts } from "./pluginTexts.ts";
import { pluginLocation, selectorExpansion } from "./selectorStates.ts";
import { useLeave } from "./useLeave.ts";
import { useMovable } from "./useMovable.ts";

/** Floats over the conversation. Lists the features that the next messages can use or, collapsed, is one button. */
export function FeatureSelector({ conversation }: { conversation: Conversation }) {
  const { user } = useWorkspace();
  const sources = usePluginSources(user.id);
  const isExpanded = useStoredValue(selectorExpansion, user.id);
  const movable = useMovable({
    location: useStoredValue(pluginLocation, user.id),
    isEmpty: conversation.messages.length === 0,
    save: (location) => pluginLocation.write(user.id, location),
  });
  const setExpanded = (isNowExpanded: boolean) => selectorExpansion.write(user.id, isNowExpanded);
  // Expanded it is wider than the space beside the messages, so it covers them only while it is used.
  useLeave(movable.boxRef, isExpanded ? () => setExpanded(false) : null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const collapseOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isExpanded) return;
    event.stopPropagation();
    setExpanded(false);
    toggleRef.current?.focus();
  };
  const listId = useId();
  const ids = listPlugins(sources);
  const onIds = ids.filter((id) => isPluginOn(id, sources));
  const counts = { onCount: onIds.length, count: ids.length };

  const change = (pluginId: PluginId, isOn: boolean) => {
    const choice = { states: pluginStates.read(user.id), assistantId: getChosenAssistantId(conversation) };
    const { states, assistantId } = changeChoice(choice, { pluginId, isOn });
    pluginStates.write(user.id, states);
    if (assistantId !== choice.assistantId) selectAssistant(user.id, conversation, assistantId);
  };
  const clearAll = () => {
    const off = Object.fromEntries(ids.map((id) => [id, false]));
    pluginStates.write(user.id, { ...pluginStates.read(user.id), ...off });
  };

  return (
    <>
      <div ref={movable.columnRef} className={classes.column} />
      <section
        ref={movable.boxRef}
        className={classes.selector}
        aria-label={t`Features`}
        onKeyDown={collapseOnEscape}
        style={movable.corner ?? { visibility: "hidden" }}
        data-expanded={isExpanded || undefined}
        data-start={movable.startPlace ?? undefined}
        data-dragged={movable.isDragged || undefined}
      >
        <div className={classes.head}>
          {isExpanded && (
            <IconButton
              name={t`Move the features: drag, or press arrow keys`}
              className={classes.handle}
              {...movable.handleProps}
            >
              <IconGripVertical size={18} stroke={1.6} />
            </IconButton>
          )}
          <Toggle
            {...counts}
            ref={toggleRef}
            isExpanded={isExpanded}
            listId={listId}
            onClick={() => setExpanded(!isExpanded)}
            // The same element in both states, so that it keeps the focus.
            {...(isExpanded ? {} : movable.handleProps)}
          />
        </div>
        {isExpanded && (
          <div id={listId} className={classes.list}>
            {ids.map((id) => {
              const { name, title } = getPluginTexts(id);
              return (
                <Switch
                  key={id}
                  classNames={{ root: classes.switch ?? "" }}
                  checked={onIds.includes(id)}
                  label={name}
                  description={title}
                  onChange={({ currentTarget }) => change(id, currentTarget.checked)}
                />
              );
            })}
            <Button
              variant="default"
              size="xs"
              className={classes.clear}
              // Disabled, it would lose the focus when it is pressed.
              aria-disabled={onIds.length === 0 || undefined}
              onClick={clearAll}
            >
              {t`Clear All Enabled Features`}
            </Button>
          </div>
        )}
        <VisuallyHidden role="status">{movable.movedByKeys && describeCorner(movable.movedByKeys)}</VisuallyHidden>
      </section>
    </>
  );
}

interface ToggleProps extends Omit<React.ComponentPropsWithRef<"button">, "title"> {
  isExpanded: boolean;
  onCount: number;
  count: number;
  listId: string;
}

/** The title of the expanded selector, or all of the collapsed one. */
function Toggle({ isExpanded, onCount, count, listId, ...buttonProps }: ToggleProps) {
  const Icon = onCount < count ? IconToggleLeft : IconToggleRight;
  const label = t`Features: ${onCount} of ${count} on`;
  return (
    <Tooltip label={label} disabled={isExpanded}>
      <button
        {...buttonProps}
        type="button"
        className={classes.toggle}
        aria-label={label}
        aria-description={isExpanded ? undefined : t`Drag it, or press arrow keys, to move it`}
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? listId : undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {isExpanded && (
          <>
            <span className={classes.title}>{t`Features`}</span>
            <IconChevronUp className={classes.chevron} size={16} stroke={1.6} aria-hidden />
          </>
        )}
      </button>
    </Tooltip>
  );
}

function describeCorner(corner: Corner): string {
  const [left, top] = [Math.round(corner.left), Math.round(corner.top)];
  return t`${left} pixels from the left, ${top} pixels from the top`;
}
