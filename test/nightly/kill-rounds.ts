import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScratch } from '../../bench/service/scratch-database.ts'
import { openContext } from '../../cli/context/context.ts'
import { createKafka, ensureTopics, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import { writeRevisions } from './kill-rounds/legislature.ts'
import type { RoundsReport } from './kill-rounds/rounds.ts'
import { type Outcome, type Place, runTrial } from './kill-rounds/trial.ts'

const STATES = ['wa', 'de', 'va', 'mp']
const ROUNDS = 20
const REVISED_BILLS = 500

/**
 * Twenty rounds of kill -9 of every process over a load of four states out of a folder of Open States scraper output,
 * and twenty over live revisions of 500 bills; then the same without kills. The same seed repeats the moments of a run.
 * Exits with 1 if the two differ.
 */
export async function killRounds(folder: string, seedText: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench' })
  const work = await mkdtemp(join(tmpdir(), 'legislog-kill-rounds-'))
  const disturbed = await openPlace(settings, 'kill-rounds-disturbed')
  const peaceful = await openPlace(settings, 'kill-rounds-peaceful')
  try {
    const revised = await writeRevisions(join(folder, 'wa'), work, {
      bills: REVISED_BILLS,
      revisions: ROUNDS,
    })
    const source = 'openstates-scraper'
    const load = { source, paths: STATES.map((state) => join(folder, state)) }
    const revisions = revised.map((path) => ({ source, paths: [path] }))
    const options = {
      rounds: { load: ROUNDS, live: ROUNDS },
      seed: Number(seedText),
      print: (line: string) => log.info(line),
    }
    const outcome = await runTrial({ disturbed, peaceful }, { load, revisions }, options)
    if (isWrong(outcome)) process.exitCode = 1
    return describe(outcome)
  } finally {
    await disturbed.drop()
    await peaceful.drop()
    await rm(work, { recursive: true, force: true })
  }
}

async function openPlace(settings: Settings, name: string): Promise<Place & { drop(): Promise<void> }> {
  const own = {
    ...settings,
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
    log_level: 'warn',
  }
  const scratch = await createScratch(own, name)
  const kafka = createKafka(scratch.settings, 'legislog-kill-rounds')
  await ensureTopics(kafka, scratch.settings)
  return {
    settings: scratch.settings,
    database: scratch.database,
    async drop() {
      await scratch.drop()
      const admin = kafka.admin()
      await admin.connect()
      await admin.deleteTopics({ topics: topics.map((topic) => topicName(scratch.settings, topic.name)) })
      await admin.disconnect()
    },
  }
}

function describe(outcome: Outcome): string {
  const { seed, load, live, events, rows } = outcome
  const { verify_differences, run_differences, delivery_differences } = outcome
  return [
    `seed ${seed}: ${events} events, ${rows} rows`,
    `over the load: ${phase(load)}`,
    `over the live revisions: ${phase(live)}`,
    `webhooks: ${outcome.events_owed} owed, ${outcome.events_received} received at least once, ` +
      `${outcome.requests} requests, ${outcome.second_keys} with a second key`,
    ...counted('differences from the independent fold', verify_differences),
    ...counted('differences from a run in peace', run_differences),
    ...counted('deliveries that differ from a run in peace', delivery_differences),
  ].join('\n')
}

function isWrong(outcome: Outcome): boolean {
  const { verify_differences, run_differences, delivery_differences, second_keys } = outcome
  const differences = verify_differences.length + run_differences.length + delivery_differences.length
  return differences + second_keys + (outcome.events_owed - outcome.events_received) > 0
}

function phase(report: RoundsReport): string {
  return (
    `${report.rounds} rounds (${report.rounds_under_load} under load), ${report.kills} kills, ` +
    `${report.ingest_starts} starts of ingest, ${report.service_starts} of services so far, ` +
    `caught up ${report.recovery_s} s after the last kill`
  )
}

function counted(name: string, found: readonly string[]): string[] {
  return [`${name}: ${found.length}`, ...found.slice(0, 10).map((one) => `  ${one.slice(0, 400)}`)]
}
