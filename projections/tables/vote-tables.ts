import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

export const votesTable = defineTable({
  name: 'votes',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    bill_id: optional('id'),
    bill_ocd_id: optional('text'),
    jurisdiction: required('text'),
    session: required('text'),
    chamber: optional('text'),
    day: optional('day'),
    result: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(bill_id)', '(jurisdiction, id)', '(jurisdiction, session, id)'],
})

/**
 * The vote of each member, with names as printed: one JSON list for each roll call; null once it is removed.
 */
export const voteRollsTable = defineTable({
  name: 'vote_rolls',
  columns: { vote_id: required('id'), votes: optional('json') },
  key: 'vote_id',
})
