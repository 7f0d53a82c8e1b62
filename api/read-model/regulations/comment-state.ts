/**
 * The comment state depends only on the current day and the document's own dates, not on a link or on its
 * docket.
 */
export const commentState = (table: string, today: string): string => `CASE
  WHEN ${table}.comment_closes_on IS NULL AND ${table}.comment_closed_on IS NULL THEN 'none'
  WHEN ${table}.comment_closed_on IS NOT NULL OR ${table}.comment_closes_on < ${today}::date
    OR coalesce(${table}.comment_opens_on, ${table}.publication_date) > ${today}::date
    OR ${table}.state = 'withdrawn' THEN 'closed'
  ELSE 'open' END`
