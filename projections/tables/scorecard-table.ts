import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/** One row per scorecard. `definition` has its policies, items and members; null once it is removed. */
export const scorecardsTable = defineTable({
  name: 'scorecards',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    title: required('text'),
    organization: required('text'),
    jurisdiction: required('text'),
    sessions: required('text_list'),
    method: required('text'),
    published_on: optional('day'),
    definition: optional('json'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, id)',
    '(lower(organization), id)',
    'USING gin (sessions)',
  ],
})
