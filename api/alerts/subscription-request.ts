import { isZone, type Schedule } from '../../alerts/schedule/local-days.ts'
import {
  type AlertChange,
  type AlertRequest,
  type Weekday,
  weekdays,
} from '../../schemas/http/alerts/alert-subscription.ts'
import type { SheetSearch } from '../../schemas/http/sheets/sheet.ts'
import { invalidBody } from '../input/refused-input.ts'

const DEFAULT_HOUR = 7
const DEFAULT_ZONE = 'America/New_York'

/** What a subscription watches. */
export type Watched =
  | { readonly watches: 'sheet'; readonly sheet_id: number }
  | { readonly watches: 'bills'; readonly bill_ids: readonly number[] }
  | { readonly watches: 'search'; readonly search: SheetSearch }

/** undefined if a change names nothing. Throws 400 if a request names several, or none. */
export function watchedOf(
  body: Pick<AlertChange, 'sheet_id' | 'bill_ids' | 'search'>,
  isRequired: boolean,
): Watched | undefined {
  const { sheet_id, bill_ids, search } = body
  const named: Watched[] = []
  if (sheet_id !== undefined) named.push({ watches: 'sheet', sheet_id })
  if (bill_ids !== undefined) named.push({ watches: 'bills', bill_ids })
  if (search !== undefined) named.push({ watches: 'search', search })
  if (named.length > 1 || (isRequired && named.length === 0))
    throw invalidBody(
      [],
      `The body names ${named.length} of sheet_id, bill_ids and search; it must name exactly one.`,
    )
  return named[0]
}

type ScheduleParts = Pick<AlertRequest, 'frequency' | 'weekday' | 'hour' | 'zone'>

/** The schedule of a request, with the parts that it does not name from `before` or the defaults. */
export function scheduleOf(body: ScheduleParts, before?: Schedule): Schedule {
  const frequency = body.frequency ?? before?.frequency ?? 'daily'
  const zone = body.zone ?? before?.zone ?? DEFAULT_ZONE
  if (!isZone(zone))
    throw invalidBody(
      ['zone'],
      `zone is ${JSON.stringify(zone)}; it must be an IANA time zone, such as America/Chicago.`,
    )
  if (frequency === 'daily' && body.weekday !== undefined)
    throw invalidBody(['weekday'], `weekday is ${body.weekday}; only a weekly digest has one.`)
  const weekday =
    frequency === 'daily' ? null : body.weekday === undefined ? (before?.weekday ?? 1) : placeOf(body.weekday)
  return { frequency, weekday, hour: body.hour ?? before?.hour ?? DEFAULT_HOUR, zone }
}

const placeOf = (weekday: Weekday): number => weekdays.indexOf(weekday) + 1
