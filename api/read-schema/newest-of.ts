/**
 * The place in the change index of what is shown with others joined to it: that of its own row, or of the newest of them.
 * `parts` is their table and which rows of it count; an index that ends in (updated_at, seq) finds the newest.
 */
export const newestOf = (own: string, parts: string): string => `LATERAL (
  SELECT m.updated_at, m.seq FROM (
    (SELECT ${own}.updated_at, ${own}.seq)
    UNION ALL
    (SELECT updated_at, seq FROM ${parts} ORDER BY updated_at DESC, seq DESC LIMIT 1)
  ) m ORDER BY m.updated_at DESC, m.seq DESC LIMIT 1)`
