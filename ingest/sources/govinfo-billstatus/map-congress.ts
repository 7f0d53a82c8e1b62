import type { JurisdictionEntry } from '../../../schemas/jurisdictions.ts'
import { jurisdictionKey, sessionKey } from '../../identity-keys.ts'
import type { Observation, ObservationOf } from '../../observation.ts'

/** Since the 74th, a Congress begins on the third of January of an odd year: so says the Twentieth Amendment. */
const FIRST_OF_JANUARY = 74
const FIRST_YEAR = 1789

/** Congress and the one that a bill is of, which the documents name by number only. */
export function mapCongress(
  congress: JurisdictionEntry,
  bill: ObservationOf<'bill'>,
  number: string,
): Observation[] {
  const { division_id } = congress
  const common = {
    discriminator: null,
    jurisdiction: division_id,
    observed_at: bill.observed_at,
    schema_rank: 1,
    bill: null,
    aliases: [],
    removed: null,
    record: bill.record,
  }
  return [
    {
      ...common,
      entity: 'jurisdiction',
      key: jurisdictionKey(division_id),
      ocd_id: division_id,
      parts: {
        jurisdiction: {
          division_id,
          jurisdiction_id: congress.jurisdiction_id,
          abbreviation: congress.abbreviation,
          name: congress.name,
          classification: congress.classification,
          url: 'https://www.congress.gov/',
          chambers: congress.chambers.map((chamber) => ({ ...chamber })),
        },
      },
    },
    {
      ...common,
      entity: 'session',
      key: sessionKey(division_id, number),
      ocd_id: null,
      parts: {
        session: {
          jurisdiction: division_id,
          identifier: number,
          name: `${ordinal(Number(number))} Congress`,
          classification: 'primary',
          ...daysOf(Number(number)),
          active: null,
        },
      },
    },
  ]
}

function daysOf(number: number): { start_date: string | null; end_date: string | null } {
  if (number < FIRST_OF_JANUARY) return { start_date: null, end_date: null }
  const year = FIRST_YEAR + 2 * (number - 1)
  return { start_date: `${year}-01-03`, end_date: `${year + 2}-01-03` }
}

function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
