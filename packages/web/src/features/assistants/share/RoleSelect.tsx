import { t } from "@lingui/core/macro";
import { SelectField } from "../../../ui/SelectField.tsx";
import type { ShareRole } from "./useSharing.ts";

interface RoleSelectProps {
  label: string;
  value: ShareRole;
  /** True if the label is only for screen readers. */
  isLabelHidden?: boolean;
  onChange: (role: ShareRole) => void;
}

const roles = ["use", "read", "write"] as const;

const getRoleLabels = (): Record<ShareRole, string> => ({
  use: t`Can chat`,
  read: t`Can chat and view its setup`,
  write: t`Can edit and delete`,
});

export function RoleSelect({ label, value, isLabelHidden = false, onChange }: RoleSelectProps) {
  const labels = getRoleLabels();
  return (
    <SelectField
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      value={value}
      choices={roles.map((role) => ({ value: role, label: labels[role] }))}
      onChange={(choice) => {
        const role = roles.find((each) => each === choice);
        if (role && role !== value) onChange(role);
      }}
    />
  );
}
