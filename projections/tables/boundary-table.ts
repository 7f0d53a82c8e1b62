import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/**
 * One row a division and map, those that are over included. The shape lies in the object store under `geometry_sha256`.
 * `jurisdiction` is the place that the division lies in. No clock is asked: which one is in force is asked when it is read.
 */
export const boundariesTable = defineTable({
  name: 'boundaries',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    division_id: required('text'),
    jurisdiction: required('text'),
    release: required('text'),
    valid_from: optional('day'),
    valid_to: optional('day'),
    geometry_sha256: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(division_id, id)', '(jurisdiction, id)'],
})
