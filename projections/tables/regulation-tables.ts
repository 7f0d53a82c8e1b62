import { changeColumns, changeIndex, defineTable, optional, required } from '../table.ts'

/** `agencies` holds slugs and names in lower case; `state` is published or withdrawn. */
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
    docket_ids: required('text_list'),
    rins: required('text_list'),
    comment_opens_on: optional('day'),
    comment_closes_on: optional('day'),
    comment_closed_on: optional('day'),
    state: required('text'),
    search_text: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(document_number)',
    '(publication_date, id)',
    '(type, id)',
    '(comment_closes_on, id)',
    'USING gin (agencies)',
    'USING gin (docket_ids)',
    'USING gin (rins)',
    "USING gin (to_tsvector('english', search_text))",
  ],
})

export const regulationDetailsTable = defineTable({
  name: 'regulation_details',
  columns: { regulation_id: required('id'), detail: optional('json') },
  key: 'regulation_id',
})
