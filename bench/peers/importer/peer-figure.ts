import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { medianOf, type Pair } from '../../measure/pairs.ts'
import type { ScrapedState } from './scraped-records.ts'
import type { Loaded } from './turns.ts'

/** What the importer did in the last run of `legislog bench peers importer`. */
export type PeerFigure = {
  readonly version: string
  readonly measured_at: string
  /** Joined by commas, so that the formatter takes the file as it is written. */
  readonly states: string
  readonly first_records_per_s: number
  readonly again_records_per_s: number
}

export const peerFigureFile = join(projectFolder, 'bench', 'peers', 'importer', 'peer-figure.json')

/** The median of all pairs. */
export function peerFigureOf(
  pairs: readonly Pair<Loaded>[],
  states: readonly ScrapedState[],
  version: string,
): PeerFigure {
  const rate = (which: 'first' | 'again') =>
    medianOf(
      pairs.map(({ task, peer }) => states.find(({ state }) => state === task)!.records / peer[which].wall_s),
    )
  return {
    version,
    measured_at: new Date().toISOString(),
    states: states.map(({ state }) => state).join(','),
    first_records_per_s: Number(rate('first').toFixed(1)),
    again_records_per_s: Number(rate('again').toFixed(1)),
  }
}

export const readPeerFigure = (): PeerFigure => JSON.parse(readFileSync(peerFigureFile, 'utf8')) as PeerFigure
