import { division, session } from './event-bodies.ts'
import type { LogBuilder } from './log-builder.ts'

/** Scorecards of organizations: one computed, one published and taken back. */
export function scorecards(log: LogBuilder): void {
  const missed = 'against'
  const scorecard = {
    title: 'Bee scorecard',
    organization: { name: 'Society of Beekeepers', url: 'https://bees.example/' },
    jurisdiction: division,
    sessions: [session],
    method: 'computed',
    policies: {
      absent: missed,
      excused: 'exclude',
      abstain: missed,
      present: missed,
      not_voting: missed,
      paired: 'half',
      blank: 'exclude',
      vote_choice: 'latest',
      min_votes: 1,
      lifetime: 'pooled',
      rounding: 'half_up',
    },
    printed_unit: 'none',
    published_on: '2025-05-01',
    url: null,
    items: [
      {
        id: '1',
        kind: 'vote',
        vote_ocd_id: null,
        bill_ocd_id: 'ocd-bill/1',
        session,
        bill_identifier: null,
        roll_call: null,
        chamber: null,
        date: null,
        position: 'yes',
        weight: 2,
        title: 'Hives in gardens',
        why: 'Bees need gardens.',
        url: 'not a link',
      },
    ],
    members: [],
  }
  const member = {
    name: 'Adams',
    source_id: null,
    chamber: 'lower',
    party: null,
    district: '5',
    state: null,
    printed: 'B+',
    marks: ['for'],
  }
  const [computed, published] = [40, 41].map((id) => ({ id, ocd_id: `ocd-scorecard/${id}` }))
  log.add('scorecard.published', computed!.ocd_id, { ...computed!, scorecard })
  log.add('scorecard.updated', computed!.ocd_id, {
    ...computed!,
    scorecard: { ...scorecard, members: [member] },
  })
  log.add('scorecard.published', published!.ocd_id, {
    ...published!,
    scorecard: {
      ...scorecard,
      method: 'published',
      policies: null,
      printed_unit: 'grade',
      members: [member],
    },
  })
  log.add('scorecard.removed', published!.ocd_id, { ...published!, reason: 'withdrawn by its organization' })
}
