import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/** One row per model text. The object store has its plain text under `extracted_sha256`. */
export const modelTextsTable = defineTable({
  name: 'model_texts',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    publisher: required('text'),
    title: required('text'),
    published_on: optional('text'),
    extracted_sha256: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex],
})
