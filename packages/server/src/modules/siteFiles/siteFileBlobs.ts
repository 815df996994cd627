/** The key of the blob of a file that administrators have uploaded. */
export const getSiteFileKey = (id: string): string => `siteFiles/${id}`;
