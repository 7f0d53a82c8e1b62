import { randomUUID } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { openHeaders } from '../endpoint/custom-headers.ts'
import type { Attempt, Sender } from '../http/sender.ts'
import { type Result, resultOf } from '../results/result.ts'
import type { ResultBatcher } from '../results/result-batcher.ts'
import { signingKeys } from '../secrets/endpoint-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { isOwnDelay } from './delivery-delays.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { acquireLease, acquireLeaseWithDue, type LeasedEndpoint, RECHECK_MS, releaseLease } from './lease.ts'
import { createPacer, type Pacer, type Pause } from './pacer.ts'
import { type DrainOutcome, TurnVerdict } from './turn-verdict.ts'

export type SendingSessionOptions = {
  readonly database: Database
  readonly sender: Sender
  readonly batcher: ResultBatcher
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly random: () => number
  readonly onResult: (result: Result) => void
  /** Called for first attempts that succeeded if only this service decided how long they took. */
  readonly onOwnDelay?: (delivery: DueDelivery, made: Attempt) => void
  readonly isStopping: () => boolean
  /** The holder id of this process (presence.ts). Without it leases only end by the database's clock. */
  readonly holder?: () => number | null
  readonly pause?: Pause
}

/** A period in which only this process sends to an endpoint. */
export type SendingSession = {
  /** The first page of due deliveries, if the endpoint has no order. */
  readonly due: readonly DueDelivery[]
  readonly ordering: LeasedEndpoint['ordering']
  /** The largest number of attempts in flight. */
  readonly concurrency: number
  /** Sends one delivery and queues its result. Returns undefined if the turn is over and nothing was sent. */
  send(delivery: DueDelivery): Promise<Result | undefined>
  isOver(): boolean
  /** Ends the turn: no further attempt starts. */
  stop(): void
  /** Call it when nothing is in flight. Waits until all results are committed, then releases the lease. */
  end(): Promise<DrainOutcome>
}

/** Deliveries per page. */
export const PAGE_SIZE = 100
/** After this time other endpoints get their turn. */
const SLICE_MS = 5_000
/**
 * Most unwritten results. If the process dies, unwritten deliveries are sent again, so it writes some before it sends
 * more.
 */
const MAX_UNWRITTEN = 100

/** Returns undefined if the endpoint may not be sent to now, or another process sends. */
export async function openSendingSession(
  options: SendingSessionOptions,
  endpointId: number,
): Promise<SendingSession | undefined> {
  const { database, sender, batcher, clock, isStopping } = options
  const token = randomUUID()
  const taker = () => ({ token, holder: options.holder?.() ?? null })
  const began = clock.now()
  const taken = await acquireLeaseWithDue(database, endpointId, taker(), began, PAGE_SIZE)
  if (taken === undefined) return undefined
  const first = taken.endpoint

  const targetOf = ({ url, account_id, secrets, headers }: LeasedEndpoint) => ({
    url,
    secrets: signingKeys(options.secrets, account_id, secrets, clock.now()),
    headers: openHeaders(options.secrets, account_id, headers),
  })
  const turn = new TurnVerdict(first.failures_in_row)
  const sliceEnd = performance.now() + SLICE_MS
  const pacer = pacerOf(first, options)
  let endpoint = first
  let target: ReturnType<typeof targetOf> | undefined
  let looked_ms = began.getTime()
  let looking: Promise<void> | undefined
  const written: Promise<void>[] = []

  async function look(): Promise<void> {
    const now = clock.now()
    const seen = await acquireLease(database, endpointId, taker(), now)
    if (seen === undefined) {
      turn.end('empty')
      return
    }
    endpoint = seen
    target = undefined
    looked_ms = now.getTime()
  }

  /** Keeps the lease long enough for one more attempt. */
  async function mayBegin(): Promise<boolean> {
    if (isStopping()) turn.end('stopped')
    if (performance.now() > sliceEnd) turn.end('more')
    // The clock may have been set back.
    if (turn.over === undefined && Math.abs(clock.now().getTime() - looked_ms) >= RECHECK_MS) {
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
    }
    return turn.over === undefined
  }

  return {
    due: taken.due,
    ordering: first.ordering,
    concurrency: turn.isProbe ? 1 : first.max_in_flight,
    async send(delivery) {
      const { key, body } = delivery
      if (!(await mayBegin())) return undefined
      if (pacer !== undefined) {
        await pacer.turn()
        if (!(await mayBegin())) return undefined
      }
      target ??= targetOf(endpoint)
      // Another worker may have ended the turn meanwhile.
      if (turn.over !== undefined) return undefined
      const countedBefore = turn.counted
      const made = await sender.send({ ...target, key, body })
      const isCounted = turn.counted > countedBefore
      const result = resultOf({ ...delivery, endpoint_id: endpointId }, made, {
        random: options.random(),
        is_counted: isCounted,
      })
      options.onResult(result)
      written.push(batcher.write(result))
      turn.note(result)
      if (result.status === 'delivered' && isOwnDelay(delivery, endpoint, turn.troubled_ms))
        options.onOwnDelay?.(delivery, made)
      if (written.length > MAX_UNWRITTEN) await written.shift()
      return result
    },
    isOver: () => turn.over !== undefined,
    stop: () => turn.end('empty'),
    async end() {
      await Promise.all(written)
      const now = clock.now()
      const lastAt = pacer?.last_at()
      const sentMsAgo = lastAt === undefined ? undefined : now.getTime() - lastAt.getTime()
      const isDue = await releaseLease(database, endpointId, token, now, sentMsAgo)
      return turn.over === 'stopped' || turn.over === 'more' ? turn.over : isDue ? 'more' : 'empty'
    },
  }
}

/** The rate limit of an endpoint. It continues from the last attempt of any process. */
function pacerOf(
  { rate_limit_per_s, sent_ms_ago }: LeasedEndpoint,
  { clock, pause }: Pick<SendingSessionOptions, 'clock' | 'pause'>,
): Pacer | undefined {
  if (rate_limit_per_s === null) return undefined
  return createPacer({
    per_s: rate_limit_per_s,
    last_at: sent_ms_ago === null ? undefined : new Date(clock.now().getTime() - Math.floor(sent_ms_ago)),
    clock,
    ...(pause === undefined ? {} : { pause }),
  })
}
