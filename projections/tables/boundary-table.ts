import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/**
 * One row per division and map, including expired ones. The object store has the shape under `geometry_sha256`.
 * `jurisdiction` is the place that contains the division. Rows use no clock: readers compute which map is in force.
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
