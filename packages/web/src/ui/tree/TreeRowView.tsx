import { t } from "@lingui/core/macro";
import { IconChevronRight, IconDots, IconFolder, IconFolderOpen } from "@tabler/icons-react";
import { type MouseEvent, memo, type ReactNode, useId, useRef, useState } from "react";
import { formatNumber } from "../../lib/i18n/formats.ts";
import { OverlaySuspense } from "../OverlaySuspense.tsx";
import { NameField } from "./NameField.tsx";
import classes from "./TreeRowView.module.css";
import { type FocusableRow, isSameRow, keyOfRow, type TreeItem, type TreeRow } from "./treeRows.ts";

/** The properties that all rows of a tree share. The functions must be stable, because rows are memoized. */
export interface TreeRowParts<Value> {
  /** Renders the content of an item. Phrasing content only, because the item is inside a button. */
  renderItem: (row: TreeItem<Value>) => ReactNode;
  renderFolderMark?: ((mark: string) => ReactNode) | undefined;
  /** The open menu of a row: an `ActionMenu`. */
  renderMenu: (row: FocusableRow<Value>, menu: RowMenuProps) => ReactNode;
  /** The accessible name of the rename field. */
  getNameLabel: ((row: FocusableRow<Value>) => string) | undefined;
  maxNameLength: number | undefined;
  press: (row: FocusableRow<Value>, event: MouseEvent) => void;
  startRename: (row: FocusableRow<Value>) => void;
  endRename: (row: FocusableRow<Value>, name: string | null, focus: { restoresFocus: boolean }) => void;
}

export interface RowMenuProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
  onRename: () => void;
}

interface TreeRowViewProps<Value> {
  row: TreeRow<Value>;
  parts: TreeRowParts<Value>;
  isSelected: boolean;
  /** True for the one row that Tab reaches. */
  isTabStop: boolean;
  isRenaming: boolean;
  /** True if the item is checked; null if items cannot be checked now. */
  isChecked: boolean | null;
  /** True if dragged items would be dropped into this row's folder, or out of any folder if the row has none. */
  isDropTarget: boolean;
  blockedReason: string | null;
}

/** Renders a row: a heading, a note, or a folder or an item with its menu. */
export const TreeRowView = memo(
  // `memo` cannot pass on a type parameter; the tree provides rows and parts of the same value type.
  function TreeRowView(props: TreeRowViewProps<unknown>) {
    const { row } = props;
    if (row.kind === "heading") {
      return (
        <Cell className={classes.cell}>
          <h3 className={classes.heading}>{row.label}</h3>
        </Cell>
      );
    }
    if (row.kind === "note") {
      return (
        <Cell className={classes.cell}>
          <p className={classes.note}>{row.text}</p>
        </Cell>
      );
    }
    return <FocusableRowView {...props} row={row} />;
  },
  (before, after) => {
    const { row: _, ...beforeProps } = before;
    const { row: __, ...afterProps } = after;
    return isSameRow<unknown>(before.row, after.row) && hasSameFields(beforeProps, afterProps);
  },
);

function FocusableRowView(props: TreeRowViewProps<unknown> & { row: FocusableRow<unknown> }) {
  const { row, parts, isSelected, isTabStop, isRenaming, isChecked, isDropTarget } = props;

  if (isRenaming) {
    return (
      <Cell className={classes.cell}>
        <NameField
          label={parts.getNameLabel?.(row)}
          name={row.name}
          maxLength={parts.maxNameLength}
          onEnd={(newName, focus) => parts.endRename(row, newName, focus)}
        />
      </Cell>
    );
  }
  const hasMenu = isChecked === null && (row.kind === "folder" ? row.hasMenu : !row.isPlain);
  return (
    <div
      role="presentation"
      className={classes.row}
      data-drag-row
      data-kind={row.kind}
      data-inside={(row.kind === "item" && row.folderId !== null) || undefined}
      data-selected={isSelected || undefined}
      data-drop={isDropTarget || undefined}
    >
      <Cell className={classes.cell}>
        <RowButton {...props} />
      </Cell>
      {hasMenu && (
        <Cell className={classes.more}>
          <RowMenuButton row={row} parts={parts} isTabStop={isTabStop} />
        </Cell>
      )}
    </div>
  );
}

function Cell({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be positioned
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}

function RowButton(props: TreeRowViewProps<unknown> & { row: FocusableRow<unknown> }) {
  const { row, parts, isSelected, isTabStop, isChecked, blockedReason } = props;
  const sharedProps = {
    type: "button" as const,
    className: classes.button,
    "data-tree-row": keyOfRow(row),
    tabIndex: isTabStop ? 0 : -1,
    onClick: (event: MouseEvent) => parts.press(row, event),
  };
  if (row.kind === "folder") {
    const Icon = row.isOpen ? IconFolderOpen : IconFolder;
    return (
      <button
        {...sharedProps}
        title={row.name}
        aria-expanded={row.isOpen}
        onDoubleClick={() => row.canRename && isChecked === null && parts.startRename(row)}
      >
        <IconChevronRight
          size={14}
          stroke={1.8}
          className={classes.chevron}
          data-open={row.isOpen || undefined}
          aria-hidden
        />
        <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.name} dir="auto">
          {row.name}
        </span>
        {row.mark !== undefined && parts.renderFolderMark?.(row.mark)}
        {row.count > 0 && <span className={classes.count}>{` ${formatNumber(row.count)}`}</span>}
      </button>
    );
  }
  if (isChecked !== null && !row.isPlain) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: it stays the same button element, which keeps the focus
      <button data-row={row.id} {...sharedProps} role="checkbox" aria-checked={isChecked} title={row.name}>
        <span className={classes.box} aria-hidden />
        {parts.renderItem(row)}
      </button>
    );
  }
  return (
    <button
      data-row={row.isPlain ? undefined : row.id}
      {...sharedProps}
      title={blockedReason ?? row.name}
      aria-current={isSelected ? "page" : undefined}
      aria-disabled={blockedReason !== null || undefined}
      aria-description={blockedReason ?? undefined}
      onDoubleClick={() => !row.isPlain && row.canRename !== false && parts.startRename(row)}
    >
      {parts.renderItem(row)}
    </button>
  );
}

interface RowMenuButtonProps {
  row: FocusableRow<unknown>;
  parts: TreeRowParts<unknown>;
  isTabStop: boolean;
}

function RowMenuButton({ row, parts, isTabStop }: RowMenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpenRef = useRef(false);
  const { name } = row;
  const buttonRef = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => {
    setIsOpen(false);
    buttonRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={buttonRef}
        id={buttonId}
        type="button"
        className={classes.moreButton}
        data-tree-menu
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Pressing the button closes the open menu like any click outside; the click event must not reopen it.
        onPointerDown={() => {
          wasOpenRef.current = isOpen;
        }}
        onClick={() => {
          setIsOpen(!wasOpenRef.current);
          wasOpenRef.current = false;
        }}
      >
        <IconDots size={16} stroke={1.8} aria-hidden />
      </button>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          {parts.renderMenu(row, { labelledBy: buttonId, onClose: close, onRename: () => parts.startRename(row) })}
        </OverlaySuspense>
      )}
    </>
  );
}

function hasSameFields(a: object, b: object): boolean {
  const left: Record<string, unknown> = { ...a };
  const right: Record<string, unknown> = { ...b };
  return Object.keys(left).every((name) => left[name] === right[name]);
}
