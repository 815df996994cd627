import { t } from "@lingui/core/macro";

/** In English exactly as specified. */
export const getVariableTexts = () => ({
  note: t`Required fields are marked with *`,
  missingFile: t`Please provide all the required files marked with "*"`,
  missingValue: t`Please fill out all required variables marked with "*"`,
  stillUploading: t`Please wait for all documents to finish uploading or remove them from the prompt.`,
});
