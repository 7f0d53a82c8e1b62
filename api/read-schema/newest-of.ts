/**
 * Gives the change-index position of a row that is shown with joined rows: its own position or that of the
 * newest joined row. `parts` is the table of the joined rows with its conditions; an index that ends in
 * (updated_at, seq) finds the newest.
 */
export const newestOf = (own: string, parts: string): string => `LATERAL (
  SELECT m.updated_at, m.seq FROM (
    (SELECT ${own}.updated_at, ${own}.seq)
    UNION ALL
    (SELECT updated_at, seq FROM ${parts} ORDER BY updated_at DESC, seq DESC LIMIT 1)
  ) m ORDER BY m.updated_at DESC, m.seq DESC LIMIT 1)`
