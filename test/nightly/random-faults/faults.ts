import { cp, rename, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { retryUntilAnswered } from '../../../bench/service/retry-until.ts'
import { createKafka, ensureTopics } from '../../../runtime/kafka/client/kafka-client.ts'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import { readRelayedOffsets } from '../../../runtime/kafka/log-guard/relayed-offsets.ts'
import { createLogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import { createLog } from '../../../runtime/log.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { layoutOf } from '../../../stack/home/layout.ts'
import { privateDatabaseUrl } from '../../../stack/services/postgres.ts'
import type { Random } from '../../support/builders/seeded-random.ts'
import { onServer } from '../../support/stores/on-server.ts'
import { flushRedis } from '../soak/server-faults.ts'
import type { Conditions } from './conditions.ts'
import { type Home, services } from './home.ts'

const stores = ['kafka', 'postgres', 'redis', 'registry'] as const

/** Something that is broken for a while. `strike` breaks it, and gives the function that mends it. */
export type Fault = {
  readonly name: string
  readonly kind: FaultKind
  /** It is repaired after this many seconds. */
  readonly lasts_s: readonly [least: number, most: number]
  readonly strike: () => Promise<() => Promise<void>>
}

export const faultKinds = [
  'kill',
  'freeze',
  'redis-empty',
  'registry-empty',
  'kafka-empty',
  'kafka-older',
  'clock',
] as const
export type FaultKind = (typeof faultKinds)[number]

type Given = {
  readonly home: Home
  readonly conditions: Conditions
  readonly random: Random
  readonly jump: (by_s: number) => Promise<void>
}

/** All faults. An older Kafka is the copy that `keepOlderKafka` made before. */
export function listFaults(given: Given): Fault[] {
  const { home, conditions, random, jump } = given
  const victims = [...services, ...stores]
  return [
    ...victims.map((name) => fault('kill', name, [1, 8], () => kill(home, name))),
    ...victims.map((name) => fault('freeze', name, [3, 45], () => freeze(home, conditions, name))),
    fault('redis-empty', 'redis', [1, 5], () => emptyRedis(home)),
    fault('registry-empty', 'registry', [5, 30], () => dropRegistry(home)),
    fault('kafka-empty', 'kafka', [10, 40], () => swapKafka(home, conditions, { older: false, random })),
    fault('kafka-older', 'kafka', [10, 40], () => swapKafka(home, conditions, { older: true, random })),
    fault('clock', 'a step within the tolerance', [5, 20], () =>
      step(jump, random.between(0, 2) === 0 ? -random.between(10, 200) : random.between(10, 100)),
    ),
    fault('clock', 'a step of an hour or a day ahead', [5, 20], () =>
      step(jump, random.between(0, 2) === 0 ? 3_600 : 86_400),
    ),
  ]
}

const fault = (kind: FaultKind, what: string, lasts_s: Fault['lasts_s'], strike: Fault['strike']): Fault => ({
  name: `${kind}: ${what}`,
  kind,
  lasts_s,
  strike,
})

async function kill(home: Home, name: string): Promise<() => Promise<void>> {
  await signal(home, name, 'SIGKILL')
  // `up` starts a service again, and perhaps a store too: then this finds it running.
  return () => home.bringUp()
}

async function freeze(home: Home, conditions: Conditions, name: string): Promise<() => Promise<void>> {
  const frozen = await signal(home, name, 'SIGSTOP')
  const service = services.find((one) => one === name)
  if (service !== undefined) conditions.begin(service)
  return async () => {
    if (service !== undefined) conditions.end(service)
    for (const pid of frozen.reverse()) sendTo(pid, 'SIGCONT')
    await home.bringUp()
  }
}

async function signal(home: Home, name: string, one: NodeJS.Signals): Promise<number[]> {
  const pids = await home.pids(name)
  for (const pid of pids) sendTo(pid, one)
  return pids
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

async function emptyRedis({ settings }: Home): Promise<() => Promise<void>> {
  await flushRedis(settings)
  return async () => {}
}

/** Drops the ids of the schemas; `schemas register` puts the schemas back. */
async function dropRegistry(home: Home): Promise<() => Promise<void>> {
  const { settings } = home
  await onServer(privateDatabaseUrl(settings, layoutOf(settings), 'postgres')!, async (client) => {
    await client.query('DROP DATABASE registry WITH (FORCE)')
    await client.query('CREATE DATABASE registry OWNER registry')
  })
  await signal(home, 'registry', 'SIGKILL')
  await home.bringUp()
  return async () => {
    await retryUntilAnswered(async () => {
      const { code, error } = await home.run(['schemas', 'register'], 60_000)
      if (code !== 0) throw new Error(`schemas register: ${error}`)
    })
  }
}

/**
 * Moves the folder of Kafka away, like a volume that is not mounted, and puts an empty or older one in its place. The
 * topics of an empty one are created, as a start of `up` does.
 */
async function swapKafka(
  home: Home,
  conditions: Conditions,
  { older, random }: { older: boolean; random: Random },
): Promise<() => Promise<void>> {
  const folder = layoutOf(home.settings).kafka_data
  const [away, other, stale] = [`${folder}.away`, `${folder}.other`, `${folder}.stale`]
  const makesTopics = !older && random.between(0, 3) > 0
  if (older) await copyFolder(olderFolder(folder), other)
  await endKafka(home, async () => {
    await rename(folder, away)
    if (older) await rename(other, folder)
  })
  await home.bringUp()
  // Before it answers, Kafka is just down.
  conditions.begin('foreign kafka')
  if (makesTopics) {
    const kafka = createKafka(home.settings, 'legislog-random-faults', createLog('faults', 'silent'))
    await retryUntilAnswered(() => ensureTopics(kafka, home.settings))
  }
  return async () => {
    await endKafka(home, async () => {
      await rename(folder, stale)
      await rename(away, folder)
    })
    // Services may find the right one before the observer sees all stores answer.
    conditions.end('foreign kafka')
    await home.bringUp()
    await rm(stale, { recursive: true, force: true })
  }
}

/**
 * Ends Kafka after `moveFolders`. Until then it is frozen: it would notice that its folder is gone, or write into the
 * new one.
 */
async function endKafka(home: Home, moveFolders: () => Promise<void>): Promise<void> {
  const before = await signal(home, 'kafka', 'SIGSTOP')
  await moveFolders()
  for (const pid of before) sendTo(pid, 'SIGKILL')
  while ((await home.pids('kafka')).some((pid) => before.includes(pid))) await delay(20)
}

const olderFolder = (folder: string) => `${folder}.older`

const copyFolder = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, preserveTimestamps: true })

/**
 * Copies the folder of Kafka as it is now: a later `kafka-older` puts this copy in its place. Returns once the log has an
 * event that the copy lacks. Without one the copy would be the right log, and what it then got would be lost with it.
 */
export async function keepOlderKafka(home: Home): Promise<void> {
  const folder = layoutOf(home.settings).kafka_data
  const frozen = await signal(home, 'kafka', 'SIGSTOP')
  try {
    await copyFolder(folder, olderFolder(folder))
  } finally {
    for (const pid of frozen) sendTo(pid, 'SIGCONT')
  }
  const copied = await retryUntilAnswered(() => readEnds(home))
  await retryUntilAnswered(async () => {
    const facts = await readRelayedOffsets(home.database)
    const isOlder = facts.some((fact) => fact.relayed_to > (copied.get(partitionKey(fact)) ?? 0n))
    if (!isOlder) throw new Error('nothing was relayed since Kafka was copied')
  })
}

async function readEnds({ settings }: Home): Promise<ReadonlyMap<string, bigint>> {
  const log = createLog('faults', 'silent')
  const source = createLogSource({
    settings,
    kafka: createKafka(settings, 'legislog-random-faults', log),
    log,
  })
  try {
    return await source.ends(topics.map(({ name }) => ({ topic: name })))
  } finally {
    await source.close()
  }
}

async function step(jump: (by_s: number) => Promise<void>, by_s: number): Promise<() => Promise<void>> {
  await jump(by_s)
  return () => jump(0)
}
