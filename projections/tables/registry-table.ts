import { defineTable, optional, required } from '../read-model/table.ts'

/** Every entity that the log has named: its last applied sequence, and its replacement. */
export const entityTable = defineTable({
  name: 'entity',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    entity_type: required('text'),
    sequence: required('id'),
    replaced_by: optional('id'),
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', '(replaced_by) WHERE replaced_by IS NOT NULL'],
})
