import type { Settings } from '../../runtime/settings/settings.ts'
import { type Parties, readProcessorTime, since } from '../measure/processor-time.ts'
import { startCommand } from '../service/child-process.ts'

export type Rebuilt = {
  readonly read_schema: string
  readonly phases: readonly { readonly phase: string; readonly seconds: number }[]
  readonly events: number
  readonly rows: number
  readonly swapped: boolean
  readonly cpu_s: number
  readonly postgres_s: number
  readonly peak_mb: number
}

/** Runs `legislog rebuild` as a separate process and measures what it and Postgres use. */
export async function runRebuild(settings: Settings, parties: Parties): Promise<Rebuilt> {
  const before = readProcessorTime(parties)
  const rebuild = startCommand('rebuild', ['rebuild', '--json'], settings)
  const report = JSON.parse(await rebuild.lastLine()) as Pick<
    Rebuilt,
    'read_schema' | 'phases' | 'events' | 'rows' | 'swapped'
  >
  const { cpu_s, peak_mb } = rebuild.spent()
  const { postgres_ms } = since(before, readProcessorTime(parties))
  return { ...report, cpu_s, peak_mb, postgres_s: postgres_ms / 1000 }
}
