/** Version of the extraction. Increment it with every change that produces other content from the same bytes. */
export const extractionVersion = 11;
