import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { KeyboardEventHandler, ReactNode, RefObject } from "react";
import { SearchField, type SearchFieldProps } from "../SearchField.tsx";
import { ListSkeleton } from "../Skeletons.tsx";
import { Tooltip } from "../tooltip/Tooltip.tsx";
import type { TreeHandle } from "./Tree.tsx";
import classes from "./TreePanel.module.css";

export type TreePanelState =
  | { kind: "loading"; label: string }
  | { kind: "failed"; text: string; reason?: string; onRetry: () => void }
  | { kind: "empty"; title?: string | undefined; hints: readonly string[] }
  | { kind: "ready" };

interface TreePanelProps {
  newLabel: string;
  onNew: () => void;
  /** The reason why `onNew` is not possible now; null if it is. */
  blockedReason?: string | null;
  /** Further buttons beside the one for a new item. */
  buttons?: ReactNode;
  search: Omit<SearchFieldProps, "onArrowDown">;
  belowSearch?: ReactNode;
  aboveList?: ReactNode;
  state: TreePanelState;
  /** The tree, which is shown when the state is ready. */
  children: ReactNode;
  treeRef: RefObject<TreeHandle | null>;
  belowList?: ReactNode;
  onKeyDown?: KeyboardEventHandler;
}

/** A side panel with a tree: the button for a new item, the search, and the tree or the reason why there is none. */
export function TreePanel(props: TreePanelProps) {
  const { newLabel, onNew, blockedReason = null, search, state, children, treeRef } = props;
  const isBlocked = blockedReason !== null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the keys of its children
    <div className={classes.root} onKeyDown={props.onKeyDown}>
      <div className={classes.top}>
        <div className={classes.buttons}>
          <Tooltip label={blockedReason} disabled={!isBlocked} multiline maw={240}>
            <Button
              variant="default"
              className={classes.new}
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              aria-disabled={isBlocked || undefined}
              aria-description={blockedReason ?? undefined}
              onClick={() => !isBlocked && onNew()}
            >
              {newLabel}
            </Button>
          </Tooltip>
          {props.buttons}
        </div>
        <SearchField {...search} onArrowDown={() => treeRef.current?.focus()} />
        {props.belowSearch}
      </div>
      {props.aboveList}
      <div className={classes.list}>{state.kind === "ready" ? children : <NoTree state={state} />}</div>
      {props.belowList}
    </div>
  );
}

function NoTree({ state }: { state: Exclude<TreePanelState, { kind: "ready" }> }) {
  if (state.kind === "loading") return <ListSkeleton label={state.label} />;
  if (state.kind === "empty") {
    return (
      <div className={classes.empty} role="status">
        {state.title !== undefined && <p>{state.title}</p>}
        {state.hints.map((hint) => (
          <p key={hint} className={classes.hint}>
            {hint}
          </p>
        ))}
      </div>
    );
  }
  return (
    <div className={classes.empty} role="alert">
      <p>{state.text}</p>
      {state.reason !== undefined && <p className={classes.hint}>{state.reason}</p>}
      <Button variant="default" size="xs" onClick={state.onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}
