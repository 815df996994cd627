import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type KeyboardEvent, useCallback, useEffect, useState } from "react";
import { createLoadable } from "../../lib/loadable.ts";
import { whenActive } from "../../lib/page/whenActive.ts";
import { useLoadable } from "../../lib/useLoadable.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import type { ModelSelectProps } from "./ModelSelect.tsx";
import classes from "./ModelSelector.module.css";

const loadableSelect = createLoadable(() => import("./ModelSelect.tsx").then(({ ModelSelect }) => ModelSelect));

/**
 * The field that selects a model. Its code is loaded when the person first does something on the page. Until then, a
 * field that looks the same shows the chosen model.
 */
export function LazyModelSelect(props: ModelSelectProps) {
  const { loaded: LoadedSelect, load } = useLoadable(loadableSelect);
  const [start, setStart] = useState<"unfocused" | "focused" | "open">("unfocused");
  // If the code cannot be loaded now, the field tries again when it is used.
  const preload = useCallback(() => void load().catch(() => {}), [load]);
  useEffect(() => whenActive(preload), [preload]);
  const open = () => {
    setStart("open");
    load().catch((error: unknown) => {
      setStart("focused");
      notifyFailure(error);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isOpeningKey(event.key)) return;
    event.preventDefault();
    open();
  };
  if (LoadedSelect) return <LoadedSelect {...props} start={start} />;
  return (
    <TextInput
      className={classes.selector}
      classNames={{ input: classes.input }}
      role="combobox"
      aria-label={t`Model`}
      aria-haspopup="listbox"
      aria-expanded={false}
      placeholder={t`Choose a model`}
      value={props.models.find(({ id }) => id === props.value)?.name ?? ""}
      readOnly
      disabled={props.disabled}
      rightSection={<IconChevronDown size={16} stroke={1.8} className={classes.chevron} aria-hidden />}
      rightSectionPointerEvents="none"
      onFocus={() => {
        setStart("focused");
        preload();
      }}
      onBlur={() => setStart("unfocused")}
      onClick={open}
      onKeyDown={onKeyDown}
    />
  );
}

/** The keys that open the list: also characters, because people type to find a model. */
const isOpeningKey = (key: string) => key === "ArrowDown" || key === "ArrowUp" || key === "Enter" || key.length === 1;
