import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { type FlagConfig, isFlagName, toFlagKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, MultiSelect, Switch, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "../Admin.module.css";
import { AddressesInput } from "./AddressesInput.tsx";
import { createFlag } from "./createFlag.ts";
import { describeFlag, getFlagTitle } from "./flagTexts.ts";
import { NewFlag } from "./NewFlag.tsx";
import { describeFlagOfPerson, type FlagsOfPerson, WhoHasThis } from "./WhoHasThis.tsx";

type Flags = Readonly<Record<string, FlagConfig>>;

interface FeatureFlagsSectionProps {
  flags: Flags;
  /** The names of those that the server's environment sets. */
  locked: readonly string[];
  /** The groups of the directory. */
  groupNames: string[];
  onChange: (flags: Flags) => void;
}

/** Each feature with a switch, in words, and the people and groups for whom it is the other way round. */
export function FeatureFlagsSection({ flags, locked, groupNames, onChange }: FeatureFlagsSectionProps) {
  const [search, setSearch] = useState("");
  const [openName, setOpenName] = useState<string | null>(null);
  const [person, setPerson] = useState<FlagsOfPerson | null>(null);
  const entries = Object.entries(flags).filter(([name]) =>
    `${name} ${getFlagTitle(name)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <>
      <p
        className={classes.note}
      >{t`Administrators have every feature, whatever is set here. The data disclosure is asked of them as of everybody.`}</p>
      <WhoHasThis found={person} onFound={setPerson} />
      <TextInput
        type="search"
        classNames={{ input: fieldClasses.input ?? "" }}
        aria-label={t`Search features`}
        placeholder={t`Search features`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {entries.length === 0 && <p className={classes.note}>{t`No feature has this name.`}</p>}
      {entries.map(([name, flag]) => {
        const change = (changes: Partial<FlagConfig>) => onChange({ ...flags, [name]: { ...flag, ...changes } });
        const title = getFlagTitle(name);
        const isLocked = locked.includes(name);
        const description = describeFlag(flag);
        return (
          <div key={name} className={classes.flag}>
            <div className={classes.flagHead}>
              <Switch
                label={title}
                description={isLocked ? t`${description} · Set by the server’s environment` : description}
                checked={flag.enabled}
                disabled={isLocked}
                onChange={(event) => change({ enabled: event.currentTarget.checked })}
              />
              {!isLocked && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t`Exceptions of ${title}`}
                  aria-expanded={openName === name}
                  onClick={() => setOpenName(openName === name ? null : name)}
                >{t`Exceptions`}</Button>
              )}
              {!isFlagName(name) && (
                <IconButton
                  name={t`Remove ${title}`}
                  onClick={() =>
                    onChange(Object.fromEntries(Object.entries(flags).filter(([other]) => other !== name)))
                  }
                >
                  <IconTrash size={18} stroke={1.6} />
                </IconButton>
              )}
            </div>
            {person && <p className={classes.ofPerson}>{describeFlagOfPerson(person, name)}</p>}
            {openName === name && (
              <div className={classes.fields}>
                <AddressesInput
                  label={flag.enabled ? t`Off for these people` : t`On for these people`}
                  value={flag.userExceptions}
                  onChange={(userExceptions) => change({ userExceptions })}
                />
                <MultiSelect
                  classNames={{ input: fieldClasses.input ?? "" }}
                  label={flag.enabled ? t`Off for the members of` : t`On for the members of`}
                  placeholder={groupNames.length === 0 ? t`There are no Amplify Groups yet` : ""}
                  data={[...new Set([...groupNames, ...flag.amplifyGroupExceptions])]}
                  value={flag.amplifyGroupExceptions}
                  onChange={(amplifyGroupExceptions) => change({ amplifyGroupExceptions })}
                />
              </div>
            )}
          </div>
        );
      })}
      <NewFlag names={Object.keys(flags)} onAdd={(name) => onChange({ ...flags, [toFlagKey(name)]: createFlag() })} />
    </>
  );
}
