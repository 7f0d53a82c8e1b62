import type { LobbyingActivity, LobbyingFiling } from '../../schemas/event-bodies/advocacy.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { centsOf } from '../../schemas/values/dollars.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { lobbyingFilingsTable } from '../tables/advocacy-tables.ts'
import { withServedLinks } from './content/served-link.ts'

type Types = 'lobbying.filed' | 'lobbying.corrected' | 'lobbying.removed' | 'advocacy.released'

/** Lobbying filings as registrants filed them. */
export const lobbyingFilings: Projector<Types> = {
  name: 'lobbying-filings',
  events: ['lobbying.filed', 'lobbying.corrected', 'lobbying.removed', 'advocacy.released'],
  tables: [lobbyingFilingsTable],
  touches: (event) =>
    event.type === 'advocacy.released'
      ? releaseTouches(event, lobbyingFilingsTable)
      : [ownRow(lobbyingFilingsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'advocacy.released') return releaseWrites(rows, event, lobbyingFilingsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(lobbyingFilingsTable, id)
    if (event.type === 'lobbying.removed') {
      if (existing === undefined) return []
      return [write(lobbyingFilingsTable, { ...tombstone(existing, event, 'removed'), activities: null })]
    }
    const { filing } = event.body
    return [
      write(lobbyingFilingsTable, {
        id,
        ocd_id,
        publisher: filing.publisher,
        filing_uuid: filing.filing_uuid,
        jurisdiction: filing.jurisdiction,
        kind: filing.kind,
        year: filing.year,
        period: filing.period,
        posted_on: dayOf(filing.posted_at),
        registrant_ocd_id: filing.registrant.ocd_id,
        client_ocd_id: filing.client.ocd_id,
        amount_cents: filing.amount === null ? null : centsOf(filing.amount),
        issue_codes: issueCodesOf(filing),
        agencies: agenciesOf(filing),
        activities: JSON.stringify(filing.activities.map(activityContent)),
        source_url: filing.source_url,
        item: lobbyingFilingContent(event.body, filing),
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}

const issueCodesOf = ({ activities }: LobbyingFiling): string[] => [
  ...new Set(activities.flatMap(({ issue_code }) => issue_code ?? [])),
]

const agenciesOf = ({ activities, agencies }: LobbyingFiling): string[] => [
  ...new Set([...agencies, ...activities.flatMap((activity) => activity.agencies)]),
]

type Ids = { readonly id: number; readonly ocd_id: string }

function lobbyingFilingContent({ id, ocd_id }: Ids, filing: LobbyingFiling): string {
  return JSON.stringify(
    withServedLinks(
      {
        id,
        ocd_id,
        publisher: filing.publisher,
        filing_uuid: filing.filing_uuid,
        jurisdiction: filing.jurisdiction,
        kind: filing.kind,
        type: filing.type,
        year: filing.year,
        period: filing.period,
        posted_at: filing.posted_at,
        effective_on: filing.effective_on,
        registrant: partyContent(filing.registrant),
        client: partyContent(filing.client),
        amount: filing.amount,
        amount_kind: filing.amount_kind,
        activities: filing.activities.map(activityContent),
        agencies: filing.agencies,
        lobbyists: filing.lobbyists,
        affiliated_organizations: filing.affiliated_organizations,
        foreign_entities: filing.foreign_entities.map(({ name, country }) => ({ name, country })),
        source_url: filing.source_url,
      },
      ['source_url'],
    ),
  )
}

const partyContent = ({ ocd_id, name }: LobbyingFiling['client']) => ({ ocd_id, name })

const activityContent = (activity: LobbyingActivity) => ({
  issue_code: activity.issue_code,
  issue: activity.issue,
  description: activity.description,
  agencies: activity.agencies,
  lobbyists: activity.lobbyists,
})
