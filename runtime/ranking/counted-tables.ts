/** Tables whose words are ranked by how rare they are: two of the read schemas, and search.text. */
export const countedTables = ['bill_words', 'regulation_words', 'text'] as const
export type CountedTable = (typeof countedTables)[number]
