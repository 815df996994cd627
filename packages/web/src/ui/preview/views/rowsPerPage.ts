/** The worker sends rows in pages of this size. */
export const rowsPerPage = 200;
