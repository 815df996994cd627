import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from "react";
import { createLoadable } from "../../lib/loadable.ts";
import { whenActive } from "../../lib/whenActive.ts";
import type { ModelSelect, ModelSelectProps } from "./ModelSelect.tsx";
import classes from "./ModelSelector.module.css";

const loadableSelect = createLoadable(() => import("./ModelSelect.tsx").then(({ ModelSelect }) => ModelSelect));

/**
 * The field that selects a model. Its code is loaded when the person first does something on the page. Until then, a
 * field that looks the same shows the chosen model.
 */
export function LazyModelSelect(props: ModelSelectProps) {
  const [LoadedSelect, setLoadedSelect] = useState<ComponentType<ComponentProps<typeof ModelSelect>> | null>(() =>
    loadableSelect.getLoaded(),
  );
  const [start, setStart] = useState<"unfocused" | "focused" | "open">("unfocused");
  const load = useCallback(() => {
    loadableSelect.load().then(
      (loaded) => setLoadedSelect(() => loaded),
      () => {}, // The field tries again when it is used.
    );
  }, []);
  useEffect(() => whenActive(load), [load]);
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
      rightSection={<IconSelector size={16} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="none"
      onFocus={() => {
        setStart("focused");
        load();
      }}
      onBlur={() => setStart("unfocused")}
      onClick={() => {
        setStart("open");
        load();
      }}
    />
  );
}
