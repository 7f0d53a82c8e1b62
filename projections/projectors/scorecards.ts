import type { Scorecard, ScorecardItem } from '../../schemas/event-bodies/scorecard.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { scorecardsTable } from '../tables/scorecard-table.ts'
import { servedLink } from './content/served-link.ts'

type Types = 'scorecard.published' | 'scorecard.updated' | 'scorecard.removed' | 'reference.released'

/** Scorecards as their organizations define them. Scores are computed when they are read. */
export const scorecards: Projector<Types> = {
  name: 'scorecards',
  events: ['scorecard.published', 'scorecard.updated', 'scorecard.removed', 'reference.released'],
  tables: [scorecardsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, scorecardsTable)
      : [ownRow(scorecardsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, scorecardsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(scorecardsTable, id)
    if (event.type === 'scorecard.removed') {
      if (existing === undefined) return []
      return [write(scorecardsTable, { ...tombstone(existing, event, 'removed'), definition: null })]
    }
    const { scorecard } = event.body
    return [
      write(scorecardsTable, {
        id,
        ocd_id,
        title: scorecard.title,
        organization: scorecard.organization.name,
        jurisdiction: scorecard.jurisdiction,
        sessions: scorecard.sessions,
        method: scorecard.method,
        published_on: dayOf(scorecard.published_on),
        definition: scorecardDefinition(scorecard),
        item: scorecardContent(id, ocd_id, scorecard),
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}

/** The list item: the scorecard without its items and members, which are counted. */
function scorecardContent(id: number, ocdId: string, scorecard: Scorecard): string {
  const { title, organization, jurisdiction, sessions, method, printed_unit, published_on, url } = scorecard
  return JSON.stringify({
    id,
    ocd_id: ocdId,
    title,
    organization: { id: null, ...servedLink({ name: organization.name, url: organization.url }) },
    jurisdiction,
    sessions,
    method,
    printed_unit,
    published_on,
    item_count: scorecard.items.length,
    member_count: scorecard.members.length,
    ...servedLink({ url }),
  })
}

function scorecardDefinition({ policies, items, members }: Scorecard): string {
  return JSON.stringify({
    policies: policies === null ? null : policyContent(policies),
    items: items.map(itemContent),
    members: members.map(({ name, source_id, chamber, party, district, state, printed, marks }) => ({
      name,
      source_id,
      chamber,
      party,
      district,
      state,
      printed,
      marks,
    })),
  })
}

const policyContent = (policies: NonNullable<Scorecard['policies']>) => ({
  absent: policies.absent,
  excused: policies.excused,
  abstain: policies.abstain,
  present: policies.present,
  not_voting: policies.not_voting,
  paired: policies.paired,
  blank: policies.blank,
  vote_choice: policies.vote_choice,
  min_votes: policies.min_votes,
  lifetime: policies.lifetime,
  rounding: policies.rounding,
})

const itemContent = (item: ScorecardItem) =>
  servedLink({
    id: item.id,
    kind: item.kind,
    vote_ocd_id: item.vote_ocd_id,
    bill_ocd_id: item.bill_ocd_id,
    session: item.session,
    bill_identifier: item.bill_identifier,
    roll_call: item.roll_call,
    chamber: item.chamber,
    date: item.date,
    position: item.position,
    weight: item.weight,
    title: item.title,
    why: item.why,
    url: item.url,
  })
