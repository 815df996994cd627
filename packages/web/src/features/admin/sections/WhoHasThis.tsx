import { getFlagsOfPerson, type OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";
import { getErrorDetails } from "../getErrorDetails.ts";

export type FlagsOfPerson = OpOutput<typeof getFlagsOfPerson> & { email: string };

interface WhoHasThisProps {
  found: FlagsOfPerson | null;
  onFound: (found: FlagsOfPerson | null) => void;
}

/** Asks for an address, and finds out which features the person has. */
export function WhoHasThis({ found, onFound }: WhoHasThisProps) {
  const [email, setEmail] = useState("");
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (address: string) => ({ ...(await call(getFlagsOfPerson, { email: address })), email: address }),
    onSuccess: onFound,
  });
  const change = (value: string) => {
    setEmail(value);
    reset();
    onFound(null);
  };
  return (
    <form
      className={classes.whoHas}
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== "") mutate(email.trim());
      }}
    >
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="off"
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Who has this?`}
        description={describeResult(found)}
        placeholder={t`Email address`}
        error={error && getErrorDetails(error).reason}
        value={email}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isPending}>{t`Check`}</Button>
    </form>
  );
}

function describeResult(found: FlagsOfPerson | null): string {
  if (!found) return t`Shows which features a person has, and why. Changes that are not saved do not count.`;
  const { email } = found;
  return found.hasSignedIn
    ? t`The features of ${email} are shown below.`
    : t`${email} has not signed in yet. These features are on once they do.`;
}

/** Says whether the person has the feature, and why. */
export function describeFlagOfPerson({ email, flags }: FlagsOfPerson, name: keyof FlagsOfPerson["flags"]): string {
  const flag = flags[name];
  if (!flag) return "";
  const { isOn, reason } = flag;
  switch (reason.kind) {
    case "administrator":
      return t`On for ${email}, an administrator`;
    case "person":
      return isOn ? t`On for ${email}, by their address` : t`Off for ${email}, by their address`;
    case "group": {
      const { name: group } = reason;
      return isOn ? t`On for ${email}, a member of ${group}` : t`Off for ${email}, a member of ${group}`;
    }
    case "everybody":
      return isOn ? t`On for ${email}, as for everybody` : t`Off for ${email}, as for everybody`;
  }
}
