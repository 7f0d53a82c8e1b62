import type { AdvocacyPosition } from '../../schemas/event-bodies/advocacy.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { advocacyPositionsTable } from '../tables/advocacy-tables.ts'
import { withServedLinks } from './content/served-link.ts'

type Types = 'position.stated' | 'position.corrected' | 'position.removed' | 'advocacy.released'

/** Positions as sources state them. Nothing is inferred: a stance that no source states is null. */
export const advocacyPositions: Projector<Types> = {
  name: 'advocacy-positions',
  events: ['position.stated', 'position.corrected', 'position.removed', 'advocacy.released'],
  tables: [advocacyPositionsTable],
  touches: (event) =>
    event.type === 'advocacy.released'
      ? releaseTouches(event, advocacyPositionsTable)
      : [ownRow(advocacyPositionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'advocacy.released') return releaseWrites(rows, event, advocacyPositionsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(advocacyPositionsTable, id)
    if (event.type === 'position.removed') {
      if (existing === undefined) return []
      return [write(advocacyPositionsTable, tombstone(existing, event, 'removed'))]
    }
    const { position } = event.body
    const { bill, regulation } = position
    return [
      write(advocacyPositionsTable, {
        id,
        ocd_id,
        organization_ocd_id: position.organization.ocd_id,
        bill_ocd_id: bill?.ocd_id ?? null,
        jurisdiction: bill?.jurisdiction ?? null,
        session: bill?.session ?? null,
        bill_identifier: bill?.identifier ?? null,
        regulation_scheme: regulation?.scheme ?? null,
        regulation_number: regulation?.number ?? null,
        stance: position.stance,
        kind: position.kind,
        stated_on: dayOf(position.stated_on),
        item: advocacyPositionContent(event.body, position),
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}

type Ids = { readonly id: number; readonly ocd_id: string }

function advocacyPositionContent({ id, ocd_id }: Ids, position: AdvocacyPosition): string {
  const { organization, bill, regulation } = position
  return JSON.stringify(
    withServedLinks(
      {
        id,
        ocd_id,
        organization: { ocd_id: organization.ocd_id, name: organization.name },
        bill:
          bill === null
            ? null
            : {
                ocd_id: bill.ocd_id,
                jurisdiction: bill.jurisdiction,
                session: bill.session,
                identifier: bill.identifier,
              },
        regulation: regulation === null ? null : { scheme: regulation.scheme, number: regulation.number },
        stance: position.stance,
        kind: position.kind,
        stated_on: position.stated_on,
        title: position.title,
        quote: position.quote,
        source_url: position.source_url,
      },
      ['source_url'],
    ),
  )
}
