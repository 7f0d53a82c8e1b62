import type {
  DivisionInForce,
  Found,
  Located,
  Locator,
  LookupInput,
  NotFound,
} from '../../../locate/lookup/located.ts'

/** `sldl:22` or `ward:2` of a state. */
export function divisionIn(
  state: string,
  segment: string,
  more: Partial<DivisionInForce> = {},
): DivisionInForce {
  return {
    division_id: `ocd-division/country:us/state:${state}/${segment}`,
    tier: segment.split('/').at(-1)!.split(':')[0]!,
    map: 'census-2024',
    valid_from: '2023-01-09',
    valid_to: null,
    ...more,
  }
}

export function foundIn(state: string, segments: readonly string[], more: Partial<Found> = {}): Found {
  return {
    matched: true,
    state,
    divisions: segments.map((segment) => divisionIn(state, segment)),
    next: null,
    level: 'range',
    confidence: 100,
    point: { longitude: -122.9, latitude: 47 },
    normalized_address: '1 MAIN ST, SOMEWHERE',
    county: 'Some County',
    place: 'Somewhere',
    releases: ['tiger-2024-00001'],
    ...more,
  }
}

export const notFound = (reason: NotFound['reason'], more: Partial<NotFound> = {}): NotFound => ({
  matched: false,
  state: null,
  reason,
  suggestions: [],
  ...more,
})

export type KnownPlaces = Locator & {
  /** The lookups so far, in order. */
  readonly asked: { readonly input: LookupInput; readonly as_of: string }[]
  /** Awaited before each answer. */
  before: (input: LookupInput) => Promise<void> | void
}

/** A locator that answers by the function of a test, for tests of the API above the locator and of its faults. */
export function createKnownPlaces(find: (input: LookupInput) => Located): KnownPlaces {
  const places: KnownPlaces = {
    asked: [],
    before: () => {},
    async locate(input, { as_of }) {
      places.asked.push({ input, as_of })
      await places.before(input)
      return find(input)
    },
  }
  return places
}
