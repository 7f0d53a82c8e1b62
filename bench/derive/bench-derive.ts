import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../../cli/context/context.ts'
import { reportDerived } from '../../derive/service/derive-report.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { freePort } from '../../stack/processes/port.ts'
import { type RealTextFolder, readRealTexts } from '../../test/support/derive/real-texts.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand } from '../service/child-process.ts'
import { createScratch } from '../service/scratch-database.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { type FirstRequest, measureFirstRequests } from './first-requests.ts'
import { measureMethods } from './method-cost.ts'
import { type LimitCost, measureLimits, measureMemory, type PairMemory } from './pair-cost.ts'
import { storeBills } from './stored-bills.ts'

const LOOK_MS = 1_000
const SETTLE_MS = 10_000
const IDLE_MS = 60_000
const MEMORY_PARTS = 8
const ALL_BILLS = 1_420_000

/** Measures the methods on real texts, a fill of so many bills that have them, and the service without work. */
export async function benchDerive(folder: string, bills: string): Promise<string> {
  const count = wholeNumber('bills', bills)
  if (folder !== 'govinfo-bill-text' && folder !== 'bill-texts') {
    throw new LegislogError('usage', `bench derive takes govinfo-bill-text or bill-texts, not ${folder}`)
  }
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'redis'] })
  const texts = await readRealTexts(folder satisfies RealTextFolder)
  const costs = measureMethods(texts)
  const limits = measureLimits(texts)
  const memory = await measureMemory(folder, texts)
  const groups = [...Map.groupBy(texts, ({ bill }) => bill).values()]
  const filled = await measureFill(settings, groups, count)
  const rows = costs.map(({ kind, results, per_s, mean_ms, longest_ms, json_kb }) => [
    ...[kind, results, per_s.toFixed(0), mean_ms.toFixed(1), longest_ms.toFixed(0), json_kb.toFixed(1)],
  ])
  const head = ['kind', 'results', 'a second', 'CPU ms each', 'longest ms', 'JSON KB']
  return keepResult(
    `legislog bench derive ${folder} ${bills}`,
    [
      `In one thread, on ${texts.length} real texts:`,
      markdown(head, rows),
      describeLimits(limits),
      describeMemory(memory),
      describe(filled, count),
    ].join('\n\n'),
  )
}

function describeLimits(limits: readonly LimitCost[]): string {
  const rows = limits.map(({ steps, coarser, wrong, total_ms, longest_ms }) => [
    ...[steps === undefined ? 'as in the service' : steps.toLocaleString('en-US'), coarser, wrong],
    ...[total_ms.toFixed(0), longest_ms.toFixed(0)],
  ])
  const head = ['limit of steps', 'coarser', 'wrong', 'CPU ms of all', 'CPU ms of the longest']
  return [
    'The diff of each pair of consecutive texts. `wrong`: applied to the older text, it does not give the newer one.',
    markdown(head, rows),
  ].join('\n\n')
}

function describeMemory(memory: readonly PairMemory[]): string {
  const rows = memory.map(({ name, characters, ms, peak_mb, without_mb }) => [
    ...[name, characters.toLocaleString('en-US'), ms.toFixed(0)],
    ...[peak_mb.toFixed(0), without_mb.toFixed(0)],
  ])
  const head = ['the slowest pairs', 'characters', 'CPU ms', 'peak MB', 'peak MB without the diff']
  return markdown(head, rows)
}

type Filled = {
  readonly seconds: number
  readonly cpu_s: number
  readonly resident_mb: readonly number[]
  readonly results: number
  readonly json_mb: number
  readonly table_mb: number
  readonly failed: number
  readonly idle_percent: number
  readonly requests: readonly FirstRequest[]
}

async function measureFill(
  given: Settings,
  groups: Parameters<typeof storeBills>[2],
  count: number,
): Promise<Filled> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-bench-derive-'))
  const scratch = await createScratch({ ...given, object_store: folder, port: await freePort() }, 'derive')
  try {
    await storeBills(scratch, createObjectStore(scratch.settings), groups, count)
    const requests = await measureFirstRequests(scratch)
    const began = performance.now()
    const fill = startCommand('fill', ['derive', 'fill'], scratch.settings)
    const resident: number[] = []
    const looking = setInterval(() => resident.push(fill.residentMegabytes()), LOOK_MS)
    await fill.lastLine().finally(() => clearInterval(looking))
    const seconds = (performance.now() - began) / 1_000
    const report = await reportDerived(scratch.database)
    return {
      seconds,
      cpu_s: fill.spent().cpu_s,
      resident_mb: resident.filter((one) => one > 0),
      results: report.results.reduce((sum, { results }) => sum + results, report.summaries),
      json_mb: report.results.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
      table_mb: report.table_bytes / 1e6,
      failed: report.failed_results,
      requests,
      idle_percent: await measureIdle(scratch.settings),
    }
  } finally {
    await scratch.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The share of a core that the service takes while nothing changes. */
async function measureIdle(settings: Settings): Promise<number> {
  const service = startCommand('derive', ['derive'], settings)
  try {
    await delay(SETTLE_MS)
    const before = service.spent().cpu_s
    await delay(IDLE_MS)
    return (100 * (service.spent().cpu_s - before)) / (IDLE_MS / 1_000)
  } finally {
    await service.stop()
  }
}

/** A median that rises from part to part shows a leak; the most shows what the largest texts need. */
function describeResident(resident_mb: readonly number[]): string {
  const length = Math.ceil(resident_mb.length / MEMORY_PARTS)
  const parts = Array.from({ length: MEMORY_PARTS }, (_, at) =>
    resident_mb.slice(at * length, (at + 1) * length).toSorted((a, b) => a - b),
  )
  return parts
    .filter((part) => part.length > 0)
    .map((part) => `${part[part.length >> 1]} (${part.at(-1)})`)
    .join(', ')
    .concat(' MB')
}

function describe(filled: Filled, count: number): string {
  const { seconds, cpu_s, resident_mb, results, json_mb, table_mb, failed, idle_percent } = filled
  const scale = ALL_BILLS / count
  const rows = [
    ['bills, results, failed', `${count}, ${results}, ${failed}`],
    ['time', `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} bills a second`],
    ['CPU of the process', `${cpu_s.toFixed(0)} s, ${((1_000 * cpu_s) / count).toFixed(0)} ms a bill`],
    [`memory in each of ${MEMORY_PARTS} equal times: median (most)`, describeResident(resident_mb)],
    ['results as JSON; tables in Postgres', `${json_mb.toFixed(0)} MB; ${table_mb.toFixed(0)} MB`],
    [
      'for 1.42 million such bills',
      `${((cpu_s * scale) / 3_600).toFixed(0)} hours of one core, ${((table_mb * scale) / 1_000).toFixed(0)} GB in Postgres`,
    ],
    [`idle for ${IDLE_MS / 1_000} s`, `${idle_percent.toFixed(2)} % of a core`],
  ]
  const asked = filled.requests.map(({ path, bytes, cold_ms, warm_ms }) => [
    ...[path, (bytes / 1_000).toFixed(1), cold_ms.toFixed(0), warm_ms.toFixed(1)],
  ])
  return [
    'Requests for results of a bill from which nothing is derived yet, and again:',
    markdown(['request', 'KB', 'first, ms', 'again, ms'], asked),
    `\`legislog derive fill\` with ${count} bills that have these texts:`,
    markdown(['', ''], rows, 2),
  ].join('\n\n')
}
