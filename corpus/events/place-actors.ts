import { type NumberSampler, numbersOf } from '../draw/sampler.ts'
import type { Plan, PlannedSession } from '../plan/plan.ts'
import { type Member, rosterOf } from '../plan/roster.ts'
import type { Samplers } from '../profile/samplers.ts'
import { RollCalls } from './roll-calls.ts'

/** The actors of a place, and how much they do. */
export type PlaceActors = {
  readonly roster: readonly Member[]
  readonly rolls: RollCalls
  readonly actions: NumberSampler
}

/** The actors of each place, made at the first request. */
export class ActorsByPlace {
  readonly #plan: Plan
  readonly #samplers: Samplers
  readonly #made = new Map<number, PlaceActors>()

  constructor(plan: Plan, samplers: Samplers) {
    this.#plan = plan
    this.#samplers = samplers
  }

  of({ place, place_index }: PlannedSession): PlaceActors {
    const actors = this.#made.get(place_index)
    if (actors !== undefined) return actors
    const roster = rosterOf(this.#plan, place_index)
    const made = {
      roster,
      rolls: new RollCalls(this.#samplers, place, roster),
      actions: numbersOf(place.numbers.actions),
    }
    this.#made.set(place_index, made)
    return made
  }
}
