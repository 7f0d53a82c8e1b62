import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import { dropQuarantined, readQuarantined } from '../run-context/quarantine.ts'
import type { Observation } from '../source-interface/observation.ts'
import type { Source } from '../source-interface/source.ts'
import { loadSource } from '../sources/registry.ts'
import { type RunCounts, type RunOptions, runIngest } from './run.ts'

/** Gives a quarantined record to its source again. It leaves the quarantine if it is not refused again. */
export async function retryQuarantined(
  options: Omit<RunOptions, 'source' | 'paths'>,
  id: number,
): Promise<{ readonly counts: RunCounts; readonly dropped: boolean }> {
  const kept = await readQuarantined(options.database, id)
  if (kept === null) throw new LegislogError('not_found', `quarantine has no record with the id ${id}`)
  const source = await loadSource(kept.source)
  const run = (withSource: Source, paths: readonly string[]) =>
    runIngest({ ...options, is_retry: true, source: withSource, paths })
  const counts =
    kept.form === 'observation'
      ? await run(sourceOfObservation(source, JSON.parse(kept.bytes.toString('utf8')) as Observation), [
          kept.record,
        ])
      : await withFile(kept.record, kept.bytes, (path) => run(source, [path]))
  const taken = counts.records > 0 && counts.quarantined === 0
  return { counts, dropped: taken && (await dropQuarantined(options.database, id)) }
}

function sourceOfObservation(source: Source, observation: Observation): Source {
  return {
    ...source,
    async *read() {
      yield { kind: 'observed', group: [observation] }
    },
  }
}

/** Keeps its name and folder, because both may say what a record is. */
async function withFile<T>(record: string, bytes: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'legislog-retry-'))
  try {
    const [name = 'record'] = record.split('#', 1)
    const steps = name.split('/').filter((step) => step !== '' && step !== '..')
    const file = join(scratch, ...steps)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
    return await work(join(scratch, steps[0] ?? ''))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
