import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { votesTable } from '../tables/vote-tables.ts'
import { countsMatch, rollCounts } from './content/roll-counts.ts'
import { servedLink } from './content/served-link.ts'

/** Roll calls: the reported totals, and those counted from the members' votes. */
export const votes: Projector<'vote.recorded' | 'vote.corrected' | 'vote.removed' | 'vote.released'> = {
  name: 'votes',
  events: ['vote.recorded', 'vote.corrected', 'vote.removed', 'vote.released'],
  tables: [votesTable],
  touches: (event) =>
    event.type === 'vote.released' ? releaseTouches(event, votesTable) : [ownRow(votesTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'vote.released') return releaseWrites(rows, event, votesTable)
    const { id, ocd_id, bill } = event.body
    const existing = rows.get(votesTable, id)
    if (event.type === 'vote.removed') {
      return existing === undefined ? [] : [write(votesTable, tombstone(existing, event, 'vote', 'removed'))]
    }
    const { vote } = event.body
    const reasons = event.type === 'vote.recorded' ? (['vote'] as const) : (['vote', 'correction'] as const)
    return [
      write(votesTable, {
        id,
        ocd_id,
        bill_id: bill.id,
        bill_ocd_id: bill.ocd_id,
        jurisdiction: vote.jurisdiction,
        session: vote.session,
        chamber: vote.chamber,
        day: dayOf(vote.start_date),
        result: vote.result,
        item: voteContent(event, vote),
        deleted: false,
        ...movedTo(existing, event, ...reasons),
      }),
    ]
  },
}

function voteContent({ body }: LogEvent<'vote.recorded' | 'vote.corrected'>, vote: RollCall): string {
  const { id, ocd_id, bill } = body
  const roll_counts = rollCounts(vote.votes)
  return JSON.stringify({
    id,
    ocd_id,
    bill:
      bill.id === null && bill.ocd_id === null
        ? null
        : { id: bill.id, ocd_id: bill.ocd_id, identifier: bill.identifier },
    jurisdiction: vote.jurisdiction,
    session: vote.session,
    chamber: vote.chamber,
    organization: vote.organization,
    identifier: vote.identifier,
    motion_text: vote.motion_text,
    motion_classification: vote.motion_classification,
    start_date: vote.start_date,
    end_date: vote.end_date,
    requirement: vote.requirement ?? null,
    vacated: vote.vacated ?? false,
    result: vote.result,
    counts: vote.counts.map(({ option, option_text = null, value }) => ({ option, option_text, value })),
    roll_counts,
    counts_match: countsMatch(vote, roll_counts),
    bill_action: vote.bill_action,
    sources: vote.sources.map(({ url, note }) => servedLink({ url, note })),
    extras: vote.extras,
  })
}
