/** Exactly as specified. */
export const variableTexts = {
  note: "Required fields are marked with *",
  missingFile: 'Please provide all the required files marked with "*"',
  missingValue: 'Please fill out all required variables marked with "*"',
  stillUploading: "Please wait for all documents to finish uploading or remove them from the prompt.",
} as const;
