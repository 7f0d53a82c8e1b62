import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/**
 * `agencies` holds what a document is found by: slugs and names of its agencies, slugs of those that these belong to, all
 * in lower case. `document_ids` are its number and its ids on regulations.gov; like dockets and RINs in upper case.
 * `state` is published or withdrawn.
 */
export const regulationsTable = defineTable({
  name: 'regulations',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    jurisdiction: required('text'),
    document_number: required('text'),
    publication_date: optional('day'),
    type: required('text'),
    title: required('text'),
    agencies: required('text_list'),
    document_ids: required('text_list'),
    docket_ids: required('text_list'),
    rins: required('text_list'),
    effective_on: optional('day'),
    comment_opens_on: optional('day'),
    comment_closes_on: optional('day'),
    comment_closed_on: optional('day'),
    state: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, id)',
    '(jurisdiction, updated_at, seq, id)',
    "(coalesce(publication_date, '-infinity'), id)",
    "(coalesce(effective_on, '-infinity'), id)",
    "(coalesce(comment_closes_on, '-infinity'), id)",
    '(type, id)',
    "(type, coalesce(publication_date, '-infinity'), id)",
    'USING gin (agencies)',
    'USING gin (document_ids)',
    'USING gin (docket_ids)',
    'USING gin (rins)',
  ],
})

/**
 * What a document is found by: `words` is one vector as that of bills (bill-tables.ts), title A, numbers, agencies and
 * topics B, abstract C. `id` is the regulation's, `day` that of its publication. One that was removed keeps its words: who follows them is told.
 */
export const regulationWordsTable = defineTable({
  name: 'regulation_words',
  columns: {
    id: required('id'),
    jurisdiction: required('text'),
    day: optional('day'),
    title: required('text'),
    numbers: required('text'),
    topics: required('text'),
    abstract: required('text'),
    words: required('words'),
  },
  key: 'id',
  indexes: [
    'USING gin (words)',
    "(coalesce(day, '-infinity'), id)",
    "(jurisdiction, coalesce(day, '-infinity'), id)",
  ],
})

/** `comment_history`: what was told of the days on which comments are taken, oldest first. */
export const regulationDetailsTable = defineTable({
  name: 'regulation_details',
  columns: {
    regulation_id: required('id'),
    detail: optional('json'),
    comment_history: optional('json'),
  },
  key: 'regulation_id',
})

/**
 * What a document says of how its agencies take comments: one row for each of them, and for each that they belong to.
 * `portal` is where the address leads to; `is_electronic` that there is one.
 */
export const agencyCommentPeriodsTable = defineTable({
  name: 'agency_comment_periods',
  columns: {
    id: required('text'),
    regulation_id: required('id'),
    agency: required('text'),
    opens_on: optional('day'),
    closes_on: required('day'),
    is_electronic: required('flag'),
    portal: optional('text'),
    accepts_late: optional('flag'),
    updated_at: required('instant'),
    seq: required('seq'),
    deleted: required('flag'),
  },
  key: 'id',
  group: 'regulation_id',
  indexes: [
    '(regulation_id)',
    '(agency, is_electronic, closes_on, id) WHERE NOT deleted',
    '(agency, updated_at, seq)',
  ],
})
