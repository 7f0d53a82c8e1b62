import { hash } from 'node:crypto'
import { join } from 'node:path'
import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { keepResult } from '../../bench/measure/results.ts'
import { retryUntilAnswered } from '../../bench/service/retry-until.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Owner } from '../../webhooks/endpoint/owner.ts'
import { openEndpointService } from '../../webhooks/subscriptions/endpoint-service.ts'
import { createRandom, type Random } from '../support/builders/seeded-random.ts'
import { setClockAhead } from '../support/clocks/settable-clock.ts'
import { startReceiver } from './clients/event-receiver.ts'
import { createSyncCopy, keepPolling } from './clients/sync-copy.ts'
import { type Kept, keepRunning } from './processes/keep-running.ts'
import { createConditions } from './random-faults/conditions.ts'
import { recordEmittedEvents } from './random-faults/emitted-events.ts'
import { createFalseAnswers } from './random-faults/false-answers.ts'
import { faultKinds, keepOlderKafka, listFaults } from './random-faults/faults.ts'
import { createMarkers } from './random-faults/freshness-markers.ts'
import { createHome, type Home } from './random-faults/home.ts'
import { injectFaultsUntil } from './random-faults/inject-faults.ts'
import { countWrongs, judgeEnd } from './random-faults/judge-end.ts'
import { startObserver } from './random-faults/observer.ts'
import { type Poisoner, startPoisoner } from './random-faults/poison.ts'
import { describeRandomFaults } from './random-faults/report.ts'
import { createStoreProbes } from './random-faults/store-probes.ts'

/** Some 20 events a second. */
const RECORDS_A_RUN = 10
const kinds = [...faultKinds, 'poison'] as const
type Kind = (typeof kinds)[number]

type Wish = {
  readonly minutes: number
  readonly seed: number
  readonly kinds: readonly Kind[]
  readonly print: (line: string) => void
}

/**
 * Runs a real `legislog up` in a home of its own under a steady load of live news. Meanwhile random faults hit its
 * services and stores, one after another, and an observer requests every answer about health. `faults` is `all`, or
 * kinds joined by commas. Exits with 1 and keeps the home if anything was lost or doubled, or if an answer wrongly said
 * that all was well.
 */
export async function randomFaults(minutesText: string, seedText: string, faults: string): Promise<string> {
  const wanted = faults === 'all' ? kinds : kinds.filter((kind) => faults.split(',').includes(kind))
  const [minutes, seed] = [Number(minutesText), Number(seedText)]
  const isKnown = faults === 'all' || wanted.length === new Set(faults.split(',')).size
  if (!(minutes > 0) || !Number.isInteger(seed) || !isKnown)
    throw new LegislogError(
      'usage',
      `random-faults takes minutes, a whole number, and all or some of: ${kinds.join(',')}`,
    )
  const log = createLog('random-faults', 'info')
  const print = (line: string) => log.info(line)
  const home = await createHome({ webhook_allow_insecure: true })
  print(`the home is ${home.path}`)
  let isWell = false
  try {
    const { text, wrongs } = await run(home, { minutes, seed, kinds: wanted, print })
    isWell = wrongs === 0
    if (!isWell) process.exitCode = 1
    return await keepResult('legislog bench random-faults', text)
  } finally {
    await home.close({ keep: !isWell })
    if (!isWell) print(`logs and data are kept in ${home.path}`)
  }
}

async function run(home: Home, { minutes, seed, kinds, print }: Wish) {
  const { settings, database } = home
  await recordEmittedEvents(database, settings)
  await home.startUp()
  const account = await ensureAccount(database, 'random-faults', 'enterprise')
  const { token } = await issueToken(database, account)
  const receiver = await startReceiver((body) => hash('sha1', body))
  await createEndpoint(home, account, receiver.url)
  const [random, poisoning] = [createRandom(seed), createRandom(seed + 1)]
  const conditions = createConditions()
  const probes = createStoreProbes(settings, conditions)
  const lies = createFalseAnswers({ conditions, probe: probes.probe })
  const file = join(home.path, 'news')
  const markers = createMarkers(file, database)
  const writer = keepWriting(home, seed, file)
  const wants = (kind: Kind) => kinds.includes(kind)
  let poisoner: Poisoner | undefined
  try {
    await untilShown(markers)
    const observer = startObserver(home, probes, lies, markers)
    const copies = [200, 10].map((page) =>
      createSyncCopy(
        { path: '/v1/bills', page, tombstones: 'bills t WHERE t.deleted' },
        [home.urls.api],
        token,
      ),
    )
    const polling = keepPolling(copies)
    if (wants('poison')) poisoner = await startPoisoner({ settings, database, random: poisoning })
    const jump = (by_s: number) => retryUntilAnswered(() => setClockAhead(database, by_s))
    const faults = listFaults({ home, conditions, random, jump }).filter(({ kind }) => wants(kind))
    const strikes = await injectFaultsUntil({
      faults,
      random,
      markers,
      print,
      until_ms: performance.now() + minutes * 60_000,
      prepare: olderKafka(home, random, wants('kafka-older')),
    })
    await poisoner?.stop()
    await writer.stop()
    print('everything is mended; what is left is judged')
    await polling.stop()
    const end = await judgeEnd({ settings, database, copies, receiver, api_url: home.urls.api, token })
    await observer.stop()
    const found = { strikes, lies, unanswered: observer.unanswered(), up_ends: home.upEnds(), end }
    const poison = poisoner?.put ?? new Map<string, number>()
    return {
      text: describeRandomFaults({ minutes, seed, kinds, poison, ...found }),
      wrongs: countWrongs(end) + lies.all().length,
    }
  } finally {
    await poisoner?.stop()
    await writer.stop()
    await probes.close()
    await receiver.close()
  }
}

/** Copies the folder of Kafka before the first fault, and now and then later. */
function olderKafka(home: Home, random: Random, isWanted: boolean): () => Promise<void> {
  let isFirst = true
  return async () => {
    if (isWanted && (isFirst || random.between(0, 20) === 0)) await keepOlderKafka(home)
    isFirst = false
  }
}

async function createEndpoint({ settings, database }: Home, account: Owner, url: string): Promise<void> {
  const kafka = createKafka(settings, 'legislog-random-faults')
  const service = await openEndpointService({ settings, database, kafka, clock: systemClock })
  await service.endpoints.create(account, { url, events: ['*'], max_in_flight: 20 })
  await service.close()
}

/** The process that writes live news. */
function keepWriting(home: Home, seed: number, file: string): Kept {
  const script = join(import.meta.dirname, 'soak', 'ingest-stream.ts')
  return keepRunning(() => home.start('writer', [String(seed), String(RECORDS_A_RUN), file], script))
}

async function untilShown(markers: ReturnType<typeof createMarkers>): Promise<void> {
  await retryUntilAnswered(async () => {
    await markers.look()
    if (markers.committed(0) === undefined || (await markers.shown()) === '')
      throw new Error('no news is shown')
  })
}
