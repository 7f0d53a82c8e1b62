import { setTimeout as delay } from 'node:timers/promises'
import { retryUntilAnswered, timeUntil } from '../../../bench/service/retry-until.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Random } from '../../support/builders/seeded-random.ts'
import type { Fleet } from '../processes/fleet.ts'
import { answering, dispatched, ingested, type Progress, projected, relayed } from './progress.ts'
import type { Disturbance } from './server-faults.ts'

/** Recovery times of each kind of victim, in ms. */
export type Recoveries = Map<string, number[]>

type Victim = { readonly name: string; readonly api_url?: string; readonly through: readonly Through[] }
type Through = (database: Database) => Promise<Progress>

const PERIOD_MS = 30_000
const SERVERS_EVERY = 4
const PATIENCE_MS = 120_000
/** Events of this time after a kill must have passed before the service counts as recovered. */
const PROPAGATION_MS = 1_000
const everything: readonly Through[] = [ingested, relayed, projected, dispatched]

const victims: readonly Victim[] = [
  { name: 'relay 1', through: [relayed] },
  { name: 'project 1', through: [projected] },
  { name: 'webhooks 1', through: [dispatched] },
  { name: 'api 1', through: [] },
  { name: 'writer', through: [ingested] },
]

/**
 * Every 30 seconds one service is killed with -9; every fourth time a server is disturbed instead. Then it measures how
 * long it takes until all events up to a second later have passed the victim.
 */
export async function killAndMeasure(options: {
  readonly database: Database
  readonly fleet: Fleet
  readonly random: Random
  readonly servers: readonly Disturbance[]
  readonly until_ms: number
  readonly print: (line: string) => void
}): Promise<Recoveries> {
  const { database, fleet, random, servers, until_ms, print } = options
  const recoveries: Recoveries = new Map()
  for (let number = 1; performance.now() + PERIOD_MS < until_ms; number += 1) {
    const nextAt = performance.now() + PERIOD_MS
    const server =
      number % SERVERS_EVERY === 0 ? servers[(number / SERVERS_EVERY - 1) % servers.length] : undefined
    const victim = victims[random.between(0, victims.length)]!
    if (server === undefined) fleet.kill(victim.name)
    else await server.does()
    // The start of a broker takes time: only our own recovery is measured.
    const from = performance.now()
    await delay(PROPAGATION_MS)
    const isOver =
      server === undefined ? await overOf(victim, database, fleet) : await all(everything, database)
    const taken_ms = await timeUntil(from, isOver, PATIENCE_MS)
    const name = server?.name ?? victim.name
    recoveries.set(name, [...(recoveries.get(name) ?? []), taken_ms])
    print(`kill ${number}: ${name}, got over in ${(taken_ms / 1000).toFixed(1)} s`)
    await delay(Math.max(0, nextAt - performance.now()))
  }
  return recoveries
}

async function overOf(victim: Victim, database: Database, fleet: Fleet): Promise<Progress> {
  if (victim.name === 'api 1') return answering(fleet.api_url)
  return all(victim.through, database)
}

async function all(through: readonly Through[], database: Database): Promise<Progress> {
  const progress = await retryUntilAnswered(() => Promise.all(through.map((one) => one(database))))
  return async () => (await Promise.all(progress.map((isOver) => isOver()))).every(Boolean)
}
