import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { openEndpointService } from '../../../webhooks/subscriptions/endpoint-service.ts'
import { createRandom } from '../../support/builders/seeded-random.ts'
import { startReceiver } from '../clients/event-receiver.ts'
import { differencesOf } from './compare-runs.ts'
import { openService, type RoundsReport, type Run } from './rounds.ts'

export type Place = { readonly settings: Settings; readonly database: Database }

/** A load, and the live revisions that follow it. */
export type Input = { readonly load: Run; readonly revisions: readonly Run[] }

/** How often every process is killed once while each part of the input runs. */
export type Rounds = { readonly load: number; readonly live: number }

export type Outcome = {
  readonly seed: number
  readonly load: RoundsReport
  readonly live: RoundsReport
  readonly events: number
  readonly rows: number
  /** Differences between the rows and the independent fold of the log. */
  readonly verify_differences: readonly string[]
  /** Differences between the rows and those of an undisturbed run. */
  readonly run_differences: readonly string[]
  readonly events_owed: number
  readonly events_received: number
  readonly requests: number
  readonly second_keys: number
  /** Deliveries that the undisturbed run made and this one did not, or the reverse. */
  readonly delivery_differences: readonly string[]
}

const READ_SCHEMA = 'read_0001'

/**
 * Runs the input twice, once with every process killed at random moments and once undisturbed, and compares the
 * results. It needs two empty databases, each with its own topics.
 */
export async function runTrial(
  places: { readonly disturbed: Place; readonly peaceful: Place },
  input: Input,
  options: { readonly rounds: Rounds; readonly seed: number; readonly print: (line: string) => void },
): Promise<Outcome> {
  const disturbed = await runOnce(places.disturbed, input, options)
  options.print('the same input in peace')
  const peaceful = await runOnce(places.peaceful, input, { ...options, seed: undefined })
  const { verification, receiver, load, live } = disturbed
  const { rows: owed } = await places.disturbed.database.query<{ id: number }>('SELECT id FROM webhook.event')
  return {
    seed: options.seed,
    load,
    live,
    events: verification.events,
    rows: verification.rows,
    verify_differences: [
      ...verification.differences.map((one) => JSON.stringify(one)),
      ...verification.holes.map((one) => JSON.stringify(one)),
      ...verification.unreadable.map((one) => JSON.stringify(one)),
      ...verification.parked.map((one) => JSON.stringify(one)),
    ],
    run_differences: await differencesOf(places.disturbed.database, places.peaceful.database, READ_SCHEMA),
    events_owed: owed.length,
    events_received: owed.filter(({ id }) => receiver.events.has(id)).length,
    requests: receiver.requests(),
    second_keys: [...receiver.events.values()].filter(({ keys }) => keys.size > 1).length,
    delivery_differences: differ(contentsOf(receiver), contentsOf(peaceful.receiver)),
  }
}

async function runOnce(
  { settings, database }: Place,
  { load, revisions }: Input,
  { rounds, seed, print }: { rounds: Rounds; seed: number | undefined; print: (line: string) => void },
) {
  await ensureReadSchema(database, settings)
  const random = seed === undefined ? undefined : createRandom(seed)
  const service = await openService({ settings, database, random, print })
  const receiver = await startReceiver()
  try {
    const loaded = await service.rounds([load], rounds.load)
    await createEndpoint({ settings, database }, receiver.url)
    const live = await service.rounds(revisions, rounds.live)
    await answers(service.fleet.api_url)
    const verification = await verify({ settings, database, read_schema: READ_SCHEMA })
    return { load: loaded, live, verification, receiver }
  } finally {
    await service.close()
    await receiver.close()
  }
}

async function createEndpoint({ settings, database }: Place, url: string): Promise<void> {
  const kafka = createKafka(settings, 'legislog-kill-rounds')
  const service = await openEndpointService({ settings, database, kafka, clock: systemClock })
  await service.endpoints.create(await ensureAccount(database, 'receiver', 'enterprise'), {
    url,
    events: ['*'],
  })
  await service.close()
}

async function answers(apiUrl: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const status = await fetch(`${apiUrl}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    if (attempt > 300) throw new Error(`the API answers ${status} on /readyz`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** The deliveries, without numbers that differ between runs. */
function contentsOf(receiver: { events: ReadonlyMap<number, { body: string }> }): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { body } of receiver.events.values()) {
    const { event, data } = JSON.parse(body) as { event: string; data: Record<string, unknown> }
    const content = canonicalJson({ event, ...data, bill_id: null, vote_id: null })
    counts.set(content, (counts.get(content) ?? 0) + 1)
  }
  return counts
}

function differ(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((content) => one.get(content) !== other.get(content))
    .map((content) => `${one.get(content) ?? 0} times, ${other.get(content) ?? 0} in peace: ${content}`)
}
