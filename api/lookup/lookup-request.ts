import type { LookupInput } from '../../locate/lookup/located.ts'
import type { LookupPart } from '../../schemas/http/places/representatives.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { invalidParameter, type ProblemError } from '../http/problem.ts'
import { invalidBody } from '../input/refused-input.ts'
import type { AnswerOptions } from './lookup-answer.ts'

type Place = {
  readonly address?: string | undefined
  readonly lat?: number | undefined
  readonly lng?: number | undefined
}
type Shared = { readonly as_of?: string | undefined; readonly include?: readonly LookupPart[] | undefined }

/** Makes the refusal of a member. It never contains a value: that may be an address. */
type Refuse = (name: string, detail: string) => ProblemError

export const inQuery: Refuse = (name, detail) => invalidParameter(name, detail)
export const inBody =
  (...owner: (string | number)[]): Refuse =>
  (name, detail) =>
    invalidBody([...owner, name], detail)

const FORMS = 'send address, or lat and lng'

/** A place in exactly one of the two forms. */
export function inputOf({ address, lat, lng }: Place, refuse: Refuse): LookupInput {
  if (address !== undefined) {
    const beside = lat !== undefined ? 'lat' : lng !== undefined ? 'lng' : undefined
    if (beside !== undefined) throw refuse(beside, `${beside} does not go with address; ${FORMS}.`)
    return { address }
  }
  if (lat === undefined && lng === undefined) throw refuse('address', `address is missing; ${FORMS}.`)
  if (lat === undefined) throw refuse('lat', 'lat is missing; it goes with lng.')
  if (lng === undefined) throw refuse('lng', 'lng is missing; it goes with lat.')
  return { latitude: lat, longitude: lng }
}

export function optionsOf({ as_of, include = [] }: Shared, now: Date, refuse: Refuse): AnswerOptions {
  if (as_of !== undefined && dayOf(as_of) !== as_of)
    throw refuse('as_of', 'as_of is not a day of the calendar; it must be a day such as 2026-01-31.')
  return { as_of: as_of ?? now.toISOString().slice(0, 10), parts: new Set(include) }
}
