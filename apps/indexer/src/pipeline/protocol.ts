/** Name of the lending protocol in every row. */
export const PROTOCOL = 'kamino';
