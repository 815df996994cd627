import { t } from "@lingui/core/macro";
import classes from "../Admin.module.css";
import { AddressesInput } from "./AddressesInput.tsx";

interface AdminsSectionProps {
  admins: readonly string[];
  /** Those that cannot be removed here. */
  locked: readonly string[];
  onChange: (admins: string[]) => void;
}

export function AdminsSection({ admins, locked, onChange }: AdminsSectionProps) {
  const names = locked.join(", ");
  return (
    <>
      <AddressesInput
        label={t`Administrators of this site`}
        description={t`They can change everything here, once they have signed in with a verified address.`}
        value={admins}
        onChange={onChange}
      />
      {locked.length > 0 && <p className={classes.note}>{t`Always administrators: ${names}`}</p>}
    </>
  );
}
