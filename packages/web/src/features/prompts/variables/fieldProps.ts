/** What the fields of variables have in common. */
export interface FieldProps {
  label: string;
  /** The validation message; null if the value is valid. */
  error: string | null;
  withAsterisk: boolean;
  "aria-required": true | undefined;
  /** Set for the first field, which gets the focus when the dialog opens. */
  "data-autofocus"?: true;
}
