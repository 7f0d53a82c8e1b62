import { changeColumns, changeIndex, defineTable, optional, partColumns, required } from '../table.ts'

/**
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
    status: optional('text'),
    status_detail: optional('text'),
    status_date: optional('text'),
    introduced_on: optional('day'),
    latest_action: optional('json'),
    latest_action_on: optional('day'),
    latest_action_sequence: optional('id'),
    search_text: optional('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, session, id)',
    '(identifier_key, id)',
    '(jurisdiction, id)',
    '(status, id)',
    'USING gin (subjects)',
    "USING gin (to_tsvector('english', search_text))",
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

/** The order of a bill's actions is (day, first_sequence). */
export const billActionsTable = defineTable({
  name: 'bill_actions',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    day: optional('day'),
    date: required('text'),
    first_sequence: required('id'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: ['(bill_id)'],
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
  indexes: ['(bill_id)'],
})

/** `kind` is version or document. */
export const billVersionsTable = defineTable({
  name: 'bill_versions',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    kind: required('text'),
    position: required('integer'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: ['(bill_id)'],
})

export const relatedBillsTable = defineTable({
  name: 'related_bills',
  columns: {
    id: required('text'),
    bill_id: required('id'),
    position: required('integer'),
    ...partColumns,
  },
  key: 'id',
  group: 'bill_id',
  indexes: ['(bill_id)'],
})
