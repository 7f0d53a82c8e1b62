import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { deleteTopics } from '../../bench/measure/log-floors.ts'
import { keepResult } from '../../bench/measure/results.ts'
import { timeUntil } from '../../bench/service/retry-until.ts'
import { createScratch, type Scratch } from '../../bench/service/scratch-database.ts'
import { openContext } from '../../cli/context/context.ts'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { openEndpointService } from '../../webhooks/subscriptions/endpoint-service.ts'
import { createRandom } from '../support/builders/seeded-random.ts'
import { startReceiver } from './clients/event-receiver.ts'
import { type Collection, createSyncCopy, type Id, idOf, keepPolling } from './clients/sync-copy.ts'
import { type Member, startFleet } from './processes/fleet.ts'
import { judge } from './soak/judge.ts'
import { killAndMeasure } from './soak/kills.ts'
import { BUSY_BILL } from './soak/observation-stream.ts'
import { answering } from './soak/progress.ts'
import { describeSoak, wrongs } from './soak/report.ts'
import { resourceFile, startSampler } from './soak/resource-samples.ts'
import { disturbances } from './soak/server-faults.ts'

/** About 70 events a second. */
const RECORDS_A_RUN = 30
const WARM_UP = 1 / 6
const PATIENCE_MS = 60_000
const steady = ['relay 2', 'project 2', 'webhooks 2', 'api 2', 'derive 2']
const victims = ['processes', 'servers']

/**
 * The whole service under a steady load of live events, with a client that syncs and one that receives webhooks, while
 * something is killed every 30 seconds: only processes, or also servers, on a stack that nothing else uses. Exits with
 * 1 if anything was lost or doubled.
 */
export async function soak(minutesText: string, seedText: string, victimsText: string): Promise<string> {
  const [minutes, seed] = [Number(minutesText), Number(seedText)]
  if (!(minutes > 0) || !Number.isInteger(seed) || !victims.includes(victimsText))
    throw new LegislogError('usage', `soak takes minutes, a whole number, and one of: ${victims.join(', ')}`)
  const { settings, log } = await openContext({ name: 'bench' })
  const own = {
    ...settings,
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
    rate_limits: '0',
    log_level: 'warn',
  }
  const scratch = await createScratch(own, 'soak')
  const folder = await mkdtemp(join(tmpdir(), 'legislog-soak-'))
  const kafka = createKafka(scratch.settings, 'legislog-soak')
  try {
    await ensureTopics(kafka, scratch.settings)
    await ensureReadSchema(scratch.database, scratch.settings)
    const print = (line: string) => log.info(line)
    const text = await run(scratch, {
      folder,
      minutes,
      seed,
      print,
      with_servers: victimsText === 'servers',
    })
    return await keepResult('legislog bench soak', text)
  } catch (error) {
    // Reported before the clean-up, which may fail for the same reason.
    log.error({ err: error }, 'the soak failed')
    throw error
  } finally {
    await scratch.drop()
    await deleteTopics(kafka, scratch.settings)
    await rm(folder, { recursive: true, force: true })
  }
}

type Wish = {
  readonly folder: string
  readonly minutes: number
  readonly seed: number
  readonly with_servers: boolean
  readonly print: (line: string) => void
}

async function run({ settings, database }: Scratch, wish: Wish): Promise<string> {
  const { folder, minutes, seed, print } = wish
  const account = await ensureAccount(database, 'soak', 'enterprise')
  const { token } = await issueToken(database, account)
  const receiver = await startReceiver((body) => hash('sha1', body))
  const kafka = createKafka(settings, 'legislog-soak')
  const service = await openEndpointService({ settings, database, kafka, clock: systemClock })
  await service.endpoints.create(account, { url: receiver.url, events: ['*'] })
  await service.close()
  const fleet = await startFleet(settings, folder, membersOf(folder, seed))
  const until_ms = performance.now() + minutes * 60_000
  const sampler = startSampler(steady, fleet.pid, folder)
  try {
    for (const url of fleet.api_urls) await timeUntil(performance.now(), answering(url), PATIENCE_MS)
    const busy = await idOf(BUSY_BILL, fleet.api_urls[1]!, token)
    const copies = collections(busy).map((one) => createSyncCopy(one, fleet.api_urls, token))
    const polling = keepPolling(copies)
    const all = disturbances(database, settings)
    const recoveries = await killAndMeasure({
      database,
      fleet,
      random: createRandom(seed),
      servers: wish.with_servers ? all : all.slice(0, 1),
      until_ms,
      print,
    })
    sampler.stop()
    await fleet.retire('writer')
    await polling.stop()
    const judgment = await judge({ settings, database, copies, receiver, api_url: fleet.api_url, token })
    if (wrongs(judgment) > 0) process.exitCode = 1
    const warm_up_s = minutes * 60 * WARM_UP
    return describeSoak({
      minutes,
      seed,
      warm_up_s,
      recoveries,
      judgment,
      events: judgment.verification.events,
      kills: [...recoveries.values()].flat().length,
      service_starts: fleet.starts(),
      flatness: sampler.flatness(warm_up_s),
    })
  } finally {
    sampler.stop()
    await fleet.stop()
    await receiver.close()
  }
}

/** Walks that few commits overtake, walks that many overtake, and the parts of one bill that changes all the time. */
function collections(bill: Id): Collection[] {
  const bills = { path: '/v1/bills', tombstones: 'bills t WHERE t.deleted' }
  const tombstones = `bill_actions t WHERE t.bill_id = ${Number(bill)} AND t.deleted`
  return [
    { ...bills, page: 200 },
    { ...bills, page: 10 },
    { path: `/v1/bills/${bill}/actions`, tombstones, page: 2 },
  ]
}

/** Two of each kind; the second one is never killed. */
function membersOf(folder: string, seed: number): Record<string, Member> {
  const kinds = ['relay', 'project', 'webhooks', 'api', 'derive']
  const services = kinds.flatMap((kind) =>
    [1, 2].map((number): [string, Member] => [`${kind} ${number}`, { args: [kind] }]),
  )
  const writer = {
    script: join(import.meta.dirname, 'soak', 'ingest-stream.ts'),
    args: [String(seed), String(RECORDS_A_RUN)],
  }
  const members: [string, Member][] = [...services, ['writer', writer]]
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      { ...member, options: [reporting(join(folder, resourceFile(name)))] },
    ]),
  )
}

function reporting(file: string): string {
  const module = pathToFileURL(join(import.meta.dirname, 'soak', 'report-resources.ts'))
  module.searchParams.set('file', file)
  return `--import=${module.href}`
}
