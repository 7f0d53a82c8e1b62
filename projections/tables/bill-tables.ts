import {
  changeColumns,
  changeIndex,
  defineTable,
  optional,
  partColumns,
  required,
} from '../read-model/table.ts'

/**
 * `keywords` are subjects and classification as filters compare them: `subject=tax`, `classification=bill`. `present`
 * is false for a stub: a bill that only votes have named so far. Stubs are hidden. `latest_action` is `{date,
 * description}` of the last action in their order; the two columns after it are its order.
 */
export const billsTable = defineTable({
  name: 'bills',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    present: required('flag'),
    jurisdiction: required('text'),
    session: required('text'),
    identifier: optional('text'),
    identifier_key: optional('text'),
    chamber: optional('text'),
    title: optional('text'),
    classification: required('text_list'),
    subjects: required('text_list'),
    keywords: required('text_list'),
    status: optional('text'),
    status_detail: optional('text'),
    status_date: optional('text'),
    introduced_on: optional('day'),
    prefiled_on: optional('day'),
    entered_on: optional('day'),
    latest_action: optional('json'),
    latest_action_on: optional('day'),
    latest_action_sequence: optional('id'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, updated_at, seq, id)',
    // The bills of a session with a status are found without their rows.
    '(jurisdiction, session, id) INCLUDE (present, status)',
    '(identifier_key, jurisdiction, session, id)',
    '(jurisdiction, id)',
    '(status, id)',
    "(coalesce(entered_on, '-infinity'), id)",
    "(jurisdiction, coalesce(entered_on, '-infinity'), id)",
    "(coalesce(latest_action_on, '-infinity'), id)",
    "(jurisdiction, coalesce(latest_action_on, '-infinity'), id)",
    'USING gin (keywords)',
  ],
})

/**
 * The searchable words of a bill: `words` is one vector with title A, identifiers and subjects B, abstracts
 * C. It has its own row, so that an action, which rewrites the bill's row, does not parse and index the words
 * again. `id` is the bill's. The row of a removed bill stays, so that its tombstone can be found. The text of
 * a bill is not in the log or in this table: its words are in search.text. `terms` are the words by number and
 * `impacts` what each counts in a ranking; `words` also has lexemes for tiers of impacts and for filters
 * (runtime/ranking/).
 */
export const billWordsTable = defineTable({
  name: 'bill_words',
  columns: {
    id: required('id'),
    jurisdiction: required('text'),
    entered_on: optional('day'),
    title: required('text'),
    identifiers: required('text'),
    subjects: required('text'),
    abstracts: required('text'),
    words: required('words'),
    terms: required('id_list'),
    impacts: required('integer_list'),
    deleted: required('flag'),
  },
  key: 'id',
  indexes: [
    'USING gin (words)',
    "(coalesce(entered_on, '-infinity'), id)",
    "(jurisdiction, coalesce(entered_on, '-infinity'), id)",
  ],
})

/** The core fields that only the detail of a bill shows. */
export const billDetailsTable = defineTable({
  name: 'bill_details',
  columns: { bill_id: required('id'), detail: optional('json') },
  key: 'bill_id',
})

/** `{status, detail, date, action_id, progress}`. */
export const billStatusesTable = defineTable({
  name: 'bill_statuses',
  columns: { bill_id: required('id'), status: optional('json') },
  key: 'bill_id',
})

/**
 * The order of a bill's actions is (day, first_sequence). `referral_words` are the committee names in a referral
 * (referral-words.ts); null for other actions. If `is_dated` is false, the date is impossible, and `day` only gives
 * the action's position. If `is_passage` is true, a chamber passes the bill by this action.
 */
export const billActionsTable = defineTable({
  name: 'bill_actions',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    day: optional('day'),
    date: required('text'),
    is_dated: required('flag'),
    is_passage: required('flag'),
    first_sequence: required('id'),
    referral_words: optional('text_list'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: ['(bill_id)', 'USING gin (referral_words) WHERE referral_words IS NOT NULL'],
})

export const billSponsorsTable = defineTable({
  name: 'bill_sponsors',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    position: required('integer'),
    name: required('text'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: ['(bill_id)', '(name, bill_id)'],
})

/**
 * `kind` is version or document. The two hashes name objects of the object store: the published document, and its
 * extracted plain text. `made` is the place of a version in the order in which the versions of the bill were made: the last one
 * is the current one.
 */
export const billVersionsTable = defineTable({
  name: 'bill_versions',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    kind: required('text'),
    position: required('integer'),
    made: required('integer'),
    text_sha256: optional('text'),
    extracted_sha256: optional('text'),
    marked_sha256: optional('text'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: [
    '(bill_id)',
    '(text_sha256) WHERE text_sha256 IS NOT NULL',
    '(extracted_sha256) WHERE extracted_sha256 IS NOT NULL',
    '(updated_at) WHERE extracted_sha256 IS NOT NULL',
  ],
})

/** `session` and `identifier_key` belong to the other bill: they find it if it is stored. */
export const relatedBillsTable = defineTable({
  name: 'related_bills',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    position: required('integer'),
    session: required('text'),
    identifier_key: required('text'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: ['(bill_id)'],
})
