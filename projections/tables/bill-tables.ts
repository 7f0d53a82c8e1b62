import {
  changeColumns,
  changeIndex,
  defineTable,
  optional,
  partColumns,
  required,
} from '../read-model/table.ts'

/**
 * `keywords` are subjects and classification as filters compare them: `subject=tax`, `classification=bill`.
 * `present` is false for a stub: a bill that only votes have named so far. Stubs are hidden. `latest_action` is
 * `{date, description}` of the last action in their order, which the two columns after it are of.
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
    '(jurisdiction, session, id)',
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
 * What a bill is found by: `words` is one vector, title A, identifiers and subjects B, abstracts C. A row of its own, so
 * that an action, which rewrites the bill's, parses and indexes no words again. `id` is the bill's; the row of one
 * that was removed stays, so that its tombstone is found as it was. The text of a bill is not in the log, nor here: its
 * words lie in search.text.
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
  },
  key: 'id',
  indexes: [
    'USING gin (words)',
    "(coalesce(entered_on, '-infinity'), id)",
    "(jurisdiction, coalesce(entered_on, '-infinity'), id)",
  ],
})

/** The core fields that only a bill's detail shows. */
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
 * The order of a bill's actions is (day, first_sequence). `referral_words`: what a referral to committees says of their
 * names (referral-words.ts); null for every other action. If `is_dated` is false, the date cannot be right, and `day` only
 * says where the action stands. If `is_passage` is true, a chamber passes the bill by this action.
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
 * `kind` is version or document. The two hashes name objects of the object store: the document as it was published, and
 * the plain text taken out of it. The later of two versions is the one of the later day; of one day, the one further down.
 */
export const billVersionsTable = defineTable({
  name: 'bill_versions',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    kind: required('text'),
    position: required('integer'),
    day: optional('day'),
    text_sha256: optional('text'),
    extracted_sha256: optional('text'),
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

/** `session` and `identifier_key` are those of the other bill: by them it is found, if it is held. */
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
