import { Combobox, useCombobox } from "@mantine/core";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId } from "react";
import { menuZIndex } from "./ActionMenu.tsx";
import { useMenuClosing } from "./openMenus.ts";
import classes from "./SearchMenu.module.css";

const defaultListHeightPx = 360;

interface SearchMenuProps extends Pick<ComponentProps<typeof Combobox>, "classNames"> {
  /** Names the list. */
  label: string;
  searchLabel: string;
  position: NonNullable<ComponentProps<typeof Combobox>["position"]>;
  /** At most, in rem; a narrow window has less. */
  widthRem: number;
  search: string;
  onSearch: (search: string) => void;
  /** True if one of the options is active. It is selected first unless there is a search, else the first option is. */
  hasActive: boolean;
  /** Changes when the options have been loaded. */
  status?: string;
  onChoose: (value: string) => void;
  onClose: () => void;
  /** The options, or what is said in their place. */
  children: ReactNode;
  /** What is below the list. */
  footer?: ReactNode;
  /** The height from which the list scrolls, in CSS px; absent: 360. */
  maxListHeightPx?: number;
}

/** The open list of a menu button with a search. Its button contains it and has a position. */
export function SearchMenu({
  label,
  searchLabel,
  position,
  widthRem,
  search,
  hasActive,
  status,
  ...props
}: SearchMenuProps) {
  const listId = useId();
  const combobox = useCombobox({ opened: true });
  useMenuClosing(props.onClose);
  const { selectActiveOption, selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change at every render.
  useEffect(() => {
    if (search === "" && hasActive) selectActiveOption();
    else selectFirstOption();
  }, [search, status]);
  return (
    <Combobox
      store={combobox}
      position={position}
      zIndex={menuZIndex}
      width={`min(${widthRem}rem, calc(100vw - 24px))`}
      onClose={props.onClose}
      onOptionSubmit={props.onChoose}
      {...(props.classNames ? { classNames: props.classNames } : {})}
    >
      <Combobox.DropdownTarget>
        <span className={classes.anchor} aria-hidden />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          ref={focus}
          classNames={{ input: classes.search }}
          onChange={({ currentTarget }) => props.onSearch(currentTarget.value)}
          onKeyDown={(event: KeyboardEvent) => event.key === "Tab" && props.onClose()}
        />
        <Combobox.Options
          id={listId}
          aria-label={label}
          mah={props.maxListHeightPx ?? defaultListHeightPx}
          className={classes.list}
        >
          {props.children}
        </Combobox.Options>
        {props.footer}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The list is not positioned yet, so the page must not scroll to it. */
const focus = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true });
