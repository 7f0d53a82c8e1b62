import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { applyDiff } from '../../derive/diff/apply-diff.ts'
import { diffSectionTrees } from '../../derive/diff/diff-section-trees.ts'
import { createWorkLimit } from '../../derive/diff/sequences/work-limit.ts'
import { joinRuns } from '../../derive/diff/tokens.ts'
import type { VersionDiff } from '../../derive/diff/version-diff.ts'
import { parseSections } from '../../derive/sections/parse-sections.ts'
import type { VersionText } from '../../derive/text/version-text.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { consecutivePairs, type RealText, type RealTextFolder } from '../../test/support/derive/real-texts.ts'
import { startScript } from '../service/child-process.ts'

type Pair = { readonly from: RealText; readonly to: RealText }

export type LimitCost = {
  /** Steps that a diff may take; undefined: as many as in the service. */
  readonly steps: number | undefined
  /** Pairs that some part was compared more coarsely of. */
  readonly coarser: number
  /** Pairs whose diff does not give the newer text from the older one. */
  readonly wrong: number
  readonly total_ms: number
  readonly longest_ms: number
}

export type PairMemory = {
  readonly name: string
  readonly characters: number
  readonly ms: number
  /** The peak of a process that reads all texts and compares this pair, and of one that only reads them. */
  readonly peak_mb: number
  readonly without_mb: number
}

const LIMITS = [undefined, 1_000_000, 10_000, 0] as const
const SLOWEST = 3

/** Compares each pair of consecutive real texts with the limit of the service, and with lower ones. */
export function measureLimits(texts: readonly RealText[]): LimitCost[] {
  const pairs = consecutivePairs(texts)
  return LIMITS.map((steps) => {
    const measured = pairs.map((pair) => measurePair(pair, steps))
    return {
      steps,
      coarser: measured.filter(({ diff }) => diff.truncated).length,
      wrong: measured.filter(({ diff }, index) => !isExact(pairs[index]!, diff)).length,
      total_ms: measured.reduce((sum, { ms }) => sum + ms, 0),
      longest_ms: Math.max(0, ...measured.map(({ ms }) => ms)),
    }
  })
}

/** Compares the slowest pairs, each in a process of its own. */
export async function measureMemory(
  folder: RealTextFolder,
  texts: readonly RealText[],
): Promise<PairMemory[]> {
  const without_mb = await peakOf(folder, [])
  const slowest = consecutivePairs(texts)
    .map((pair) => ({ pair, ms: measurePair(pair, undefined).ms }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
  const measured: PairMemory[] = []
  for (const { pair, ms } of slowest) {
    const { from, to } = pair
    const characters = from.text.text.length + to.text.text.length
    const peak_mb = await peakOf(folder, [from.name, to.name])
    measured.push({ name: `${from.name} → ${to.name}`, characters, ms, peak_mb, without_mb })
  }
  return measured
}

/** The memory after the texts are read and compared. A process that only reads them has about the same garbage. */
async function peakOf(folder: RealTextFolder, names: readonly string[]): Promise<number> {
  const script = join(projectFolder, 'bench', 'derive', 'compare-pair.ts')
  const child = startScript('pair', script, [folder, ...names])
  const peak = await child.lastLine()
  return Number(peak)
}

function measurePair({ from, to }: Pair, steps: number | undefined): { diff: VersionDiff; ms: number } {
  const before = process.cpuUsage()
  const limit = steps === undefined ? createWorkLimit() : createWorkLimit(steps)
  const diff = diffSectionTrees(parseSections(from.text), parseSections(to.text), limit)
  const { user, system } = process.cpuUsage(before)
  return { diff, ms: (user + system) / 1_000 }
}

const linesOf = (text: VersionText) =>
  parseSections(text).sections.map(({ paragraphs }) => paragraphs.map(({ runs }) => joinRuns(runs)))

const isExact = ({ from, to }: Pair, diff: VersionDiff): boolean =>
  isDeepStrictEqual(applyDiff(parseSections(from.text), diff), linesOf(to.text))
