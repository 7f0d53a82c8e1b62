import { changeColumns, changeIndex, defineTable, required } from '../read-model/table.ts'

/**
 * One row per release of addresses, withdrawn ones too. Which of them is in force is computed by its readers: the
 * newest of its area and publisher that is not withdrawn.
 */
export const addressReleasesTable = defineTable({
  name: 'address_releases',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    publisher: required('text'),
    area: required('text'),
    jurisdiction: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(jurisdiction, id)'],
})
