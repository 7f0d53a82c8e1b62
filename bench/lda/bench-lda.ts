import { TextDecoder } from 'node:util'
import { XMLParser } from 'fast-xml-parser'
import { openContext } from '../../cli/context/context.ts'
import { readFiles } from '../../ingest/files/file-input.ts'
import { runIngest } from '../../ingest/runs/run.ts'
import type { Source, SourceItem } from '../../ingest/source-interface/source.ts'
import { lda } from '../../ingest/sources/lda/index.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { createScratch } from '../service/scratch-database.ts'

/** The archive is read so often in one run, and its memory is sampled so often. */
const ROUNDS = 200
const SAMPLES = 10
const FLOOR_ROUNDS = 20
/** Each of these rounds has filings of its own. */
const INGEST_ROUNDS = 5

type Measured = { readonly filings: number; readonly wall_s: number; readonly cpu_s: number }

/** What filings of an archive cost, beside a plain parse of the same bytes, and the memory of one long run. */
export async function benchLda(archive: string): Promise<string> {
  const floor = await measure(() => parsePlainly(archive))
  const samples: { filings: number; resident_mb: number; heap_mb: number }[] = []
  const mapped = await measure(() => readOften(archive, samples))
  const ingested = await measure(() => ingest(archive))
  const rate = ({ filings, cpu_s }: Measured) => Math.round(filings / cpu_s)
  const row = (name: string, one: Measured) => [
    name,
    one.filings,
    one.wall_s.toFixed(1),
    one.cpu_s.toFixed(1),
    rate(one),
    ((one.cpu_s / one.filings) * 1e6).toFixed(0),
  ]
  const body = [
    markdown(
      ['stage', 'filings', 'wall s', 'CPU s', 'filings per CPU s', 'CPU µs/filing'],
      [
        row('floor: unzip, decode, parse', floor),
        row('read and map', mapped),
        row('ingest into the outbox (node only)', ingested),
      ],
    ),
    '',
    `Read and map: ${(rate(floor) / rate(mapped)).toFixed(1)} times the CPU of the floor.`,
    '',
    `Memory of one run over the archive ${ROUNDS} times:`,
    '',
    markdown(
      ['filings', 'resident MB', 'heap MB'],
      samples.map(({ filings, resident_mb, heap_mb }) => [filings, resident_mb, heap_mb]),
    ),
  ].join('\n')
  return keepResult(`legislog bench lda ${archive}`, body)
}

async function measure(work: () => Promise<number>): Promise<Measured> {
  const began = performance.now()
  const before = process.cpuUsage()
  const filings = await work()
  const { user, system } = process.cpuUsage(before)
  return { filings, wall_s: (performance.now() - began) / 1_000, cpu_s: (user + system) / 1e6 }
}

const inputOf = (paths: readonly string[]) => ({ paths, started_at: '2026-11-30T00:00:00Z' })

/** The cheapest use of the library: no check, no names of lists, no filing. */
async function parsePlainly(archive: string): Promise<number> {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false })
  const decoder = new TextDecoder('utf-16le')
  let filings = 0
  for (let round = 0; round < FLOOR_ROUNDS; round++) {
    for await (const record of readFiles(inputOf([archive]))) {
      if (record.kind !== 'record') continue
      const root = parser.parse(decoder.decode(record.bytes)) as {
        PublicFilings?: { Filing?: readonly unknown[] }
      }
      filings += root.PublicFilings?.Filing?.length ?? 0
    }
  }
  return filings
}

async function readOften(
  archive: string,
  samples: { filings: number; resident_mb: number; heap_mb: number }[],
): Promise<number> {
  let filings = 0
  for (let round = 1; round <= ROUNDS; round++) {
    for await (const item of lda.read(inputOf([archive]))) filings += filingsIn(item)
    if (round % (ROUNDS / SAMPLES) !== 0) continue
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    const [resident_mb, heap_mb] = [rss, heapUsed].map((bytes) => Math.round(bytes / 2 ** 20))
    samples.push({ filings, resident_mb: resident_mb!, heap_mb: heap_mb! })
  }
  return filings
}

const filingsIn = (item: SourceItem): number =>
  item.kind === 'observed' ? item.group.filter(({ entity }) => entity === 'lobbying_filing').length : 0

async function ingest(archive: string): Promise<number> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'registry'] })
  const scratch = await createScratch(settings, 'lda')
  let filings = 0
  const repeated: Source = {
    ...lda,
    async *read(input) {
      for (let round = 1; round <= INGEST_ROUNDS; round++) {
        for await (const item of lda.read(input)) {
          filings += filingsIn(item)
          yield ofRound(item, round)
        }
      }
    },
  }
  try {
    await runIngest({
      source: repeated,
      paths: [archive],
      settings: scratch.settings,
      database: scratch.database,
      codec: await createEventCodec(scratch.settings, scratch.database),
      log,
      clock: systemClock,
    })
    return filings
  } finally {
    await scratch.drop()
  }
}

/** The same filing under another uuid. */
function ofRound(item: SourceItem, round: number): SourceItem {
  if (item.kind !== 'observed') return item
  const group = item.group.map((one) => {
    if (one.entity !== 'lobbying_filing' || one.parts.filing === undefined) return one
    const { filing } = one.parts
    const filing_uuid = `${round}-${filing.filing_uuid}`
    return { ...one, key: `${one.key}|${round}`, parts: { filing: { ...filing, filing_uuid } } }
  })
  return { ...item, group }
}
