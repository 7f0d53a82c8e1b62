import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/**
 * `agencies` are the words by which a document is found: slugs and names of its agencies and slugs of their parents,
 * all in lower case. `document_ids` are its number and its ids on regulations.gov; like dockets and RINs in upper
 * case. `state` is published or withdrawn.
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
 * The searchable words of a document: `words` is one vector as that of bills (bill-tables.ts), with title A, numbers,
 * agencies and topics B, abstract C. `id` is the regulation's, `day` its publication day. A removed regulation keeps
 * its words, so that followers see its removal.
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
    terms: required('id_list'),
    impacts: required('integer_list'),
    deleted: required('flag'),
  },
  key: 'id',
  indexes: [
    'USING gin (words)',
    "(coalesce(day, '-infinity'), id)",
    "(jurisdiction, coalesce(day, '-infinity'), id)",
  ],
})

/** `comment_history`: all reported days on which comments are taken, oldest first. */
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
 * How a document's agencies accept comments: one row for each agency and each of its parents. `portal` is the
 * target of the address; `is_electronic` is true if there is an address.
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
