import type { Position } from '../match/interpolate.ts'
import { findContaining } from '../read/containing.ts'
import { judge, mapsOfDay } from './judge.ts'
import type { Context } from './locate-address.ts'
import { type Tried, unmatched } from './tried.ts'

/** Only shapes say where a position lies. */
export async function locatePosition(
  { database, areas, readVersion, known, day }: Omit<Context, 'finder'>,
  { longitude, latitude }: Position,
): Promise<Tried> {
  const position = { longitude, latitude }
  const containing = await findContaining({ database, areas, boxes: known.shapes }, [position])
  if (containing === undefined) return { version: null, located: unmatched('no_coverage', null) }
  const version = await readVersion()
  const states = [...new Set(containing[0]!.map(({ state }) => state))]
  const state = states.length === 1 ? states[0]! : null
  if (state === null) {
    return { version, located: unmatched(states.length === 0 ? 'no_coverage' : 'split_district', null) }
  }
  const maps = mapsOfDay(known, state, day)
  if (maps === null) return { version, located: unmatched('no_coverage', state) }
  const judged = await judge(database, containing, { maps, state, positions: [position] })
  if (judged.kind !== 'same') {
    const reason = judged.kind === 'uncovered' ? 'no_coverage' : 'split_district'
    return { version, located: unmatched(reason, state) }
  }
  const { divisions, next, county, place } = judged
  const located = {
    matched: true as const,
    state,
    divisions,
    next,
    level: 'position' as const,
    confidence: 100,
    point: position,
    normalized_address: null,
    county,
    place,
    releases: [],
  }
  return { version, located }
}
