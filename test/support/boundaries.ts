import { createObjectStore, type ObjectStore, sha256Of } from '../../runtime/object-store.ts'
import type { Settings } from '../../runtime/settings.ts'
import type { Boundary } from '../../schemas/event/boundary.ts'
import type { Division } from '../../schemas/event/reference.ts'
import type { Named, Story } from './story.ts'

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

export function tellDivision(story: Story, division_id: string, division: Partial<Division> = {}): Named {
  const named = story.mint('ocd-division')
  story.tell('division.observed', {
    ...named,
    division: {
      division_id,
      country: 'us',
      type: division_id.split('/').at(-1)!.split(':')[0]!,
      parent_id: division_id.slice(0, division_id.lastIndexOf('/')),
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
  /** Stores a shape and tells of it, as ingest does; `is_lost`: it tells, and the store has no such bytes. */
  tell(
    division_id: string,
    boundary: Partial<Boundary>,
    shape?: { json?: string; is_lost?: true },
  ): Promise<Named>
}

export function createMaps(story: Story, settings: Settings): Maps {
  const store = createObjectStore(settings)
  return {
    store,
    async tell(division_id, boundary, { json = squareAt(-97, 40), is_lost } = {}) {
      const bytes = Buffer.from(json)
      const media_type = 'application/geo+json'
      if (is_lost !== true) await store.put(bytes, media_type)
      const named = story.mint('ocd-boundary')
      story.tell('boundary.loaded', {
        ...named,
        boundary: {
          division_id,
          release: `map-${named.id}`,
          name: `Map ${named.id}`,
          valid_from: null,
          valid_to: null,
          is_simplified: null,
          geometry: { sha256: sha256Of(bytes), bytes: bytes.length, media_type },
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
