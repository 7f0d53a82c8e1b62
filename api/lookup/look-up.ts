import type { Locator, LookupInput } from '../../locate/lookup/located.ts'
import { readOfficials } from '../read-model/people/officials.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { createLocatedCache } from './located-cache.ts'
import { type AnswerOptions, answerOf, type LookupAnswer } from './lookup-answer.ts'
import { createOfficialsCache } from './officials-cache.ts'
import type { Standing } from './standing.ts'

/** Finds the districts and officials of a place. */
export type LookUp = (input: LookupInput, options: AnswerOptions) => Promise<LookupAnswer>

/** An answer is never older than a change of places or people that was committed before the lookup began. */
export function createLookUp(parts: {
  readonly locator: Locator
  readonly officials: ReadModel
  readonly readStanding: () => Promise<Standing>
}): LookUp {
  const places = createLocatedCache(parts.locator)
  const people = createOfficialsCache((ids) => readOfficials(parts.officials, ids))
  return async (input, options) => {
    // A place that is not remembered is found meanwhile.
    const standing = parts.readStanding()
    const version = standing.then((read) => read.places)
    const located = await places.locate(version, input, { as_of: options.as_of })
    const { people: peopleVersion } = await standing
    return answerOf(located, options, (ids) => people.of(peopleVersion, ids))
  }
}
