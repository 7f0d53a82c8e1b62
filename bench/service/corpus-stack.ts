import { generateCorpus } from '../../corpus/write/generate-corpus.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import type { Log } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { freePort } from '../../stack/processes/port.ts'
import { deleteTopics } from '../measure/log-floors.ts'
import { startCommand } from './child-process.ts'
import { createScratch, type Scratch } from './scratch-database.ts'
import { wholeNumber } from './whole-number.ts'

export type CorpusStack = Pick<Scratch, 'settings' | 'database'> & {
  readonly read_schema: string
  readonly bills: number
  readonly events: number
  /** Time to write it; undefined if it existed. */
  readonly generated_s: number | undefined
}

const SEED = 1
const FIRST_READ_SCHEMA = 'read_0001'

type Options = {
  readonly settings: Settings
  readonly log: Log
  readonly name: string
  /** The number of bills to generate, or `held`: the existing database of the settings. */
  readonly bills: string
  /** Otherwise only the log exists. */
  readonly projected: boolean
  readonly overrides?: Partial<Settings>
}

/** A new corpus in a database and topics that are deleted afterwards, or the existing one. */
export function withCorpus<T>(options: Options, use: (stack: CorpusStack) => Promise<T>): Promise<T> {
  return options.bills === 'held' ? withStored(options, use) : withGenerated(options, use)
}

async function withStored<T>(
  { settings, name, projected, overrides = {} }: Options,
  use: (stack: CorpusStack) => Promise<T>,
): Promise<T> {
  const own = { ...settings, port: await freePort(), ...overrides }
  const database = createDatabase(own, { application_name: `legislog bench ${name}` })
  try {
    const { rows } = await database.query<{ name: string | null; bills: number; events: number }>(
      `SELECT (SELECT name FROM control.read_schema WHERE is_live) AS name,
              count(*) FILTER (WHERE entity_type = 'bill')::int AS bills, coalesce(sum(sequence), 0)::float8 AS events
         FROM ingest.entity`,
    )
    const { name: live, bills, events } = rows[0]!
    if (projected && live === null)
      throw new LegislogError('usage', 'no read schema is live: no bills are stored')
    const readSchema = live ?? FIRST_READ_SCHEMA
    return await use({
      settings: own,
      database,
      read_schema: readSchema,
      bills,
      events,
      generated_s: undefined,
    })
  } finally {
    await database.end()
  }
}

async function withGenerated<T>(
  { settings, log, name, bills, projected, overrides = {} }: Options,
  use: (stack: CorpusStack) => Promise<T>,
): Promise<T> {
  const count = wholeNumber('bills', bills)
  const scratch = await createScratch(settings, name)
  const { database } = scratch
  const own = { ...scratch.settings, port: await freePort(), ...overrides }
  try {
    const { events, seconds } = await generateCorpus({
      settings: own,
      database,
      log,
      bills: count,
      seed: SEED,
    })
    if (projected) await startCommand('project', ['project', '--once', '--json'], own).lastLine()
    return await use({
      settings: own,
      database,
      read_schema: FIRST_READ_SCHEMA,
      bills: count,
      events,
      generated_s: seconds,
    })
  } finally {
    await scratch.drop()
    await deleteTopics(createKafka(own, 'bench', log), own)
  }
}
