import type { RollCall } from '../../../schemas/event-bodies/vote.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { voteOptions } from '../../../schemas/vocabulary/vocabulary.ts'
import { nameBill } from './bills.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
  unlinked,
} from './oracle-tables.ts'

export function foldVote(tables: OracleTables, event: LogEvent): void {
  const votes = tables.of('votes')
  switch (event.type) {
    case 'vote.released':
      for (const id of event.body.released_ids) {
        for (const row of [votes.get(id), tables.of('bills').get(id)]) {
          if (row !== undefined) moveRow(row, event, ['released'])
        }
      }
      return
    case 'vote.removed': {
      const row = votes.get(event.body.id)
      if (row !== undefined) tombstoneRow(row, event, ['vote', 'removed'])
      tables.of('vote_rolls').set(event.body.id, { vote_id: event.body.id, votes: null })
      moveBill(tables, event, ['vote', 'correction'])
      return
    }
    case 'vote.recorded':
    case 'vote.corrected': {
      const { id, ocd_id, bill, vote } = event.body
      const reasons = event.type === 'vote.recorded' ? ['vote'] : ['vote', 'correction']
      const row: OracleRow = votes.get(id) ?? { id, ocd_id }
      Object.assign(row, {
        ...pick(vote, 'jurisdiction', 'session', 'chamber', 'result'),
        bill_id: bill.id,
        bill_ocd_id: bill.ocd_id,
        day: calendarDay(vote.start_date),
        deleted: false,
        item: voteItem(event, vote),
      })
      moveRow(row, event, reasons)
      votes.set(id, row)
      const roll = pickAll(
        vote.votes,
        ...['option', 'option_text', 'voter_name', 'district', 'party', 'state', 'note', 'source_id'],
      )
      tables.of('vote_rolls').set(id, { vote_id: id, votes: roll })
      moveBill(tables, event, reasons)
    }
  }
}

function moveBill(
  tables: OracleTables,
  event: LogEvent<'vote.recorded' | 'vote.corrected' | 'vote.removed'>,
  reasons: readonly string[],
): void {
  const { id, ocd_id } = event.body.bill
  if (id !== null && ocd_id !== null) nameBill(tables, event, { id, ocd_id }, reasons)
}

function voteItem(event: LogEvent<'vote.recorded' | 'vote.corrected'>, vote: RollCall): OracleRow {
  const { bill } = event.body
  const byOption = Map.groupBy(vote.votes, ({ option }) => option)
  const counted = [...byOption].map(([option, all]) => ({ option, value: all.length }))
  const order = (option: string) => {
    const index = (voteOptions as readonly string[]).indexOf(option)
    return index === -1 ? voteOptions.length : index
  }
  return {
    ...pick(event.body, 'id', 'ocd_id'),
    bill: bill.id === null && bill.ocd_id === null ? null : pick(bill, 'id', 'ocd_id', 'identifier'),
    ...pick(vote, 'jurisdiction', 'session', 'chamber', 'organization', 'identifier', 'motion_text'),
    ...pick(vote, 'motion_classification', 'start_date', 'end_date'),
    requirement: vote.requirement ?? null,
    vacated: vote.vacated === true,
    ...pick(vote, 'result'),
    counts: pickAll(vote.counts, 'option', 'option_text', 'value'),
    roll_counts: counted.sort((a, b) => order(a.option) - order(b.option)),
    counts_match: agree(vote, counted),
    ...pick(vote, 'bill_action'),
    sources: pickAll(vote.sources, 'url', 'note').map(unlinked),
    ...pick(vote, 'extras'),
  }
}

function agree({ counts, extras }: RollCall, counted: RollCall['counts']): boolean | null {
  if (counts.length === 0 || counted.length === 0) return null
  if (extras.voters_under_two_options !== undefined) return false
  const totals: Record<string, number> = {}
  for (const { option, value } of counts) totals[option] = (totals[option] ?? 0) + value
  for (const { option, value } of counted) totals[option] = (totals[option] ?? 0) - value
  return Object.values(totals).every((value) => value === 0)
}
