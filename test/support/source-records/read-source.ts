import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type {
  Observation,
  ObservationOf,
  ObservedType,
  Rejection,
} from '../../../ingest/source-interface/observation.ts'
import type { Source, SourceItem } from '../../../ingest/source-interface/source.ts'
import { collect } from '../harness/collect.ts'

export type Read = {
  readonly items: readonly SourceItem[]
  readonly observations: readonly Observation[]
  readonly rejections: readonly Rejection[]
  /** The number of copies, by entity. */
  readonly copies: Readonly<Partial<Record<ObservedType, number>>>
  /** File and reason of records that were skipped on purpose; the file is relative to the folder that was read. */
  readonly passed_over: readonly (readonly [file: string, why: string])[]
  of<T extends ObservedType>(entity: T): readonly ObservationOf<T>[]
}

export const STARTED_AT = '2026-11-28T00:00:00Z'

/**
 * The result of a source for these files. Values other than text become JSON, and lists in ndjson files get one line
 * per item.
 */
export async function readSourceFiles(
  source: Source,
  files: Readonly<Record<string, unknown>>,
): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-source-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), bytesOf(name, content))
    }
    return await readSourceText(source, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function readSourceText(source: Source, ...paths: readonly string[]): Promise<Read> {
  const passedOver: [string, string][] = []
  const items = await collect(
    source.read({
      paths,
      started_at: STARTED_AT,
      passed_over: (name, why) => passedOver.push([name.slice(name.indexOf('/') + 1), why]),
    }),
  )
  const observations = items.flatMap((item) => (item.kind === 'observed' ? [...item.group] : []))
  const copies: Partial<Record<ObservedType, number>> = {}
  for (const item of items) {
    if (item.kind === 'copies') copies[item.entity] = (copies[item.entity] ?? 0) + item.count
  }
  return {
    items,
    observations,
    rejections: items.flatMap((item) => (item.kind === 'rejected' ? [item.rejection] : [])),
    copies,
    passed_over: passedOver,
    of: <T extends ObservedType>(entity: T) =>
      observations.filter((one): one is Observation & ObservationOf<T> => one.entity === entity),
  }
}

function bytesOf(name: string, content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  if (!Array.isArray(content) || !name.includes('.ndjson')) return JSON.stringify(content)
  return content.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}
