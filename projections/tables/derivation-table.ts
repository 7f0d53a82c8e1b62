import { changeColumns, changeIndex, defineTable, required } from '../read-model/table.ts'

/** What a model says about bills: one row for each bill, kind and language. `text_sha256` is the text that it read. */
export const billDerivationsTable = defineTable({
  name: 'bill_derivations',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    bill_id: required('id'),
    bill_ocd_id: required('text'),
    kind: required('text'),
    language: required('text'),
    text_sha256: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(bill_id, kind, language)'],
})
