import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Boundary } from '../../../schemas/event-bodies/boundary.ts'
import type { Division } from '../../../schemas/event-bodies/reference.ts'
import type { EventBuilder, Named } from './event-builder.ts'

export const US = 'ocd-division/country:us'

/** A degree wide and high. */
export const squareAt = (west: number, south: number): string =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + 1, south],
        [west + 1, south + 1],
        [west, south + 1],
        [west, south],
      ],
    ],
  })

export function emitDivision(
  story: EventBuilder,
  divisionId: string,
  division: Partial<Division> = {},
): Named {
  const named = story.mint('ocd-division')
  story.emit('division.observed', {
    ...named,
    division: {
      division_id: divisionId,
      country: 'us',
      type: divisionId.split('/').at(-1)!.split(':')[0]!,
      parent_id: divisionId.slice(0, divisionId.lastIndexOf('/')),
      name: `Division ${named.id}`,
      other_names: [],
      valid_from: null,
      valid_through: null,
      aliases: [],
      forms: [],
      identifiers: [],
      extras: {},
      ...division,
    },
  })
  return named
}

export type Maps = {
  readonly store: ObjectStore
  /**
   * Stores a shape and emits its event, as ingest does. With `is_lost` it emits the event without storing the bytes.
   */
  emit(
    divisionId: string,
    boundary: Partial<Boundary>,
    shape?: { json?: string; is_lost?: true },
  ): Promise<Named>
}

export function createMaps(story: EventBuilder, settings: Settings): Maps {
  const store = createObjectStore(settings)
  return {
    store,
    async emit(divisionId, boundary, { json = squareAt(-97, 40), is_lost } = {}) {
      const bytes = Buffer.from(json)
      const mediaType = 'application/geo+json'
      if (is_lost !== true) await store.put(bytes, mediaType)
      const named = story.mint('ocd-boundary')
      story.emit('boundary.loaded', {
        ...named,
        boundary: {
          division_id: divisionId,
          release: `map-${named.id}`,
          name: `Map ${named.id}`,
          valid_from: null,
          valid_to: null,
          is_simplified: null,
          geometry: { sha256: sha256Of(bytes), bytes: bytes.length, media_type: mediaType },
          geometry_type: 'Polygon',
          bbox: { west: -97, south: 40, east: -96, north: 41 },
          points: 5,
          area_m2: 9_401_146_803,
          printed_area_m2: null,
          identifiers: [],
          extras: {},
          ...boundary,
        },
      })
      return named
    },
  }
}
