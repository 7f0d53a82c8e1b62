import type { LogEvent } from '../../../schemas/log/event.ts'
import { calendarDay, type OracleRow, pick, unlinked } from './oracle-tables.ts'

type Observed = LogEvent<'scorecard.published' | 'scorecard.updated'>

const POLICIES = [
  ...['absent', 'excused', 'abstain', 'present', 'not_voting', 'paired', 'blank'],
  ...['vote_choice', 'min_votes', 'lifetime', 'rounding'],
]
const ITEM = [
  ...['id', 'kind', 'vote_ocd_id', 'bill_ocd_id', 'session', 'bill_identifier', 'roll_call', 'chamber'],
  ...['date', 'position', 'weight', 'title', 'why', 'url'],
]
const MEMBER = ['name', 'source_id', 'chamber', 'party', 'district', 'state', 'printed', 'marks']

/** Columns of a scorecard besides its item. */
export function scorecardColumns({ body: { scorecard } }: Observed): OracleRow {
  return {
    ...pick(scorecard, 'title', 'jurisdiction', 'sessions', 'method'),
    organization: scorecard.organization.name,
    published_on: calendarDay(scorecard.published_on),
    definition: {
      policies: scorecard.policies && pick(scorecard.policies, ...POLICIES),
      items: scorecard.items.map((item) => unlinked(pick(item, ...ITEM))),
      members: scorecard.members.map((member) => pick(member, ...MEMBER)),
    },
  }
}

export function scorecardItem({ body: { scorecard } }: Observed): OracleRow {
  return {
    ...pick(scorecard, 'title', 'jurisdiction', 'sessions', 'method', 'printed_unit', 'published_on'),
    organization: { id: null, ...unlinked(pick(scorecard.organization, 'name', 'url')) },
    item_count: scorecard.items.length,
    member_count: scorecard.members.length,
    ...unlinked(pick(scorecard, 'url')),
  }
}
