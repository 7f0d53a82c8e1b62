import type { CountyTier } from '../../../corpus/county/districts.ts'
import type { EventBuilder } from '../../../test/support/builders/event-builder.ts'
import { person } from '../../../test/support/builders/event-parts.ts'

const US = 'ocd-division/country:us'

/** A person who sits for a district since January 2025. */
export function emitMember(
  story: EventBuilder,
  seat: {
    readonly state: string
    readonly tier: CountyTier
    readonly district: string
    readonly division_id: string
  },
): void {
  const { state, tier, district, division_id } = seat
  const chamber = tier === 'upper' ? 'upper' : 'lower'
  story.emit('person.observed', {
    ...story.mint('ocd-person'),
    person: {
      ...person(`Member ${tier} ${state} ${district}`, null, 'Democratic'),
      roles: [
        {
          type: chamber,
          chamber,
          district,
          division_id,
          title: null,
          jurisdiction: tier === 'congress' ? US : `${US}/state:${state}`,
          start_date: '2025-01-13',
          end_date: null,
          end_reason: null,
        },
      ],
    },
  })
}
