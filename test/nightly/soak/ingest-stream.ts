import { appendFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { runIngest } from '../../../ingest/runs/run.ts'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { createRandom } from '../../support/builders/seeded-random.ts'
import { randomObservations } from './observation-stream.ts'

/**
 * A process to be killed: one run of ingest every two seconds, of a source that always has changes. Its arguments are a
 * seed, the number of records per run and, optionally, a file that gets a line with the time of each successful run.
 */
const PERIOD_MS = 2_000
const [seed = '1', records = '40', file] = process.argv.slice(2)
const settings = readSettings(process.env)
const log = createLog('writer', settings.log_level)
const database = createDatabase(settings, { application_name: 'legislog writer' })
const codec = await createEventCodec(settings, database)
// Each start of the process emits different changes.
const random = createRandom(Number(seed) + Date.now())
let goesOn = true
process.once('SIGTERM', () => {
  goesOn = false
})

let readAt = ''
const source: Source = {
  name: 'soak',
  mapper_version: 1,
  async *read() {
    readAt = new Date().toISOString()
    for (const group of randomObservations(random, readAt, Number(records))) yield { kind: 'observed', group }
  },
}

while (goesOn) {
  const startedAt = performance.now()
  try {
    await runIngest({
      source,
      paths: ['soak'],
      settings,
      database,
      codec,
      log,
      clock: systemClock,
      mode: 'live',
      wait: true,
    })
    if (file !== undefined) await appendFile(file, `${readAt}\n`)
  } catch (error) {
    // The next run emits what this one could not.
    const code = error instanceof LegislogError ? error.code : String(error)
    log.warn({ reason: code }, 'a run failed')
  }
  await delay(Math.max(0, PERIOD_MS - (performance.now() - startedAt)))
}
await database.end()
