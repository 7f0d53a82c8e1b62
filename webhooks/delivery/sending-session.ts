import { randomUUID } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { openHeaders } from '../endpoint/custom-headers.ts'
import { FAILURES_BEFORE_PROBING, holdOf } from '../endpoint/health.ts'
import type { Attempt, Sender } from '../http/sender.ts'
import { type Result, resultOf } from '../results/result.ts'
import type { ResultBatcher } from '../results/result-batcher.ts'
import { signingKeys } from '../secrets/endpoint-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { isOwnDelay } from './delivery-delays.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { acquireLease, acquireLeaseWithDue, type LeasedEndpoint, RECHECK_MS, releaseLease } from './lease.ts'
import { createPacer, type Pause } from './pacer.ts'

/** What is left: nothing that is due, more, or whatever a process that stops leaves to others. */
export type DrainOutcome = 'empty' | 'more' | 'stopped'

export type SendingSessionOptions = {
  readonly database: Database
  readonly sender: Sender
  readonly batcher: ResultBatcher
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly random: () => number
  readonly onResult: (result: Result) => void
  /** Hears of first attempts that succeeded, where how long they took was for us to say. */
  readonly onOwnDelay?: (delivery: DueDelivery, made: Attempt) => void
  readonly isStopping: () => boolean
  /** Of this process, as its leases bear it (presence.ts); without it they end by the database's clock alone. */
  readonly holder?: () => number | null
  readonly pause?: Pause
}

/** A while in which this process, and no other, sends to an endpoint. */
export type SendingSession = {
  /** The first page of what is due, where no order is asked for. */
  readonly due: readonly DueDelivery[]
  readonly ordering: LeasedEndpoint['ordering']
  /** How many may be in flight. */
  readonly concurrency: number
  /** Sends one delivery and has its result written; undefined where the turn is over, and nothing was sent. */
  send(delivery: DueDelivery): Promise<Result | undefined>
  isOver(): boolean
  /** Nothing more is begun. */
  stop(): void
  /** Once nothing is in flight: waits until all results are committed, and lets others send. */
  end(): Promise<DrainOutcome>
}

/** Deliveries that are read at once. */
export const PAGE_SIZE = 100
/** Then others get their turn. */
const SLICE_MS = 5_000
/** What was sent and is not yet written is sent again where the process dies: more is not sent before some of it is. */
const MAX_UNWRITTEN = 100

/** undefined where the endpoint is not to be sent to now, or another process sends. */
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
  const isProbe = first.failures_in_row >= FAILURES_BEFORE_PROBING
  const sliceEnd = performance.now() + SLICE_MS
  const pacer =
    first.rate_limit_per_s === null
      ? undefined
      : createPacer({
          per_s: first.rate_limit_per_s,
          last_at:
            first.sent_ms_ago === null
              ? undefined
              : new Date(clock.now().getTime() - Math.floor(first.sent_ms_ago)),
          clock,
          ...(options.pause === undefined ? {} : { pause: options.pause }),
        })
  let endpoint = first
  let target: ReturnType<typeof targetOf> | undefined
  let looked_ms = began.getTime()
  let looking: Promise<void> | undefined
  let failures = first.failures_in_row
  /** How many failures have been counted here: whatever was begun before the last of them goes with it. */
  let counted = 0
  let troubled_ms = Number.NEGATIVE_INFINITY
  let over: DrainOutcome | undefined
  const written: Promise<void>[] = []

  async function look(): Promise<void> {
    const now = clock.now()
    const seen = await acquireLease(database, endpointId, taker(), now)
    if (seen === undefined) {
      over ??= 'empty'
      return
    }
    endpoint = seen
    target = undefined
    looked_ms = now.getTime()
  }

  /** The lease is always long enough for one more attempt. */
  async function mayBegin(): Promise<boolean> {
    if (isStopping()) over ??= 'stopped'
    if (performance.now() > sliceEnd) over ??= 'more'
    // A clock that was set back has moved too.
    if (over === undefined && Math.abs(clock.now().getTime() - looked_ms) >= RECHECK_MS) {
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
    }
    return over === undefined
  }

  function note({ made, is_counted }: Result): void {
    if (made.outcome !== 'delivered' || failures > 0) troubled_ms = made.at.getTime() + made.duration_ms
    if (made.outcome === 'delivered') failures = 0
    else if (made.counts_against === 'endpoint' && !(is_counted && failures > 0)) {
      failures += 1
      counted += 1
    }
    if (isProbe) over ??= failures === 0 ? 'more' : 'empty'
    if (failures >= FAILURES_BEFORE_PROBING || holdOf(made) > 0 || made.outcome === 'gone') over ??= 'empty'
  }

  return {
    due: taken.due,
    ordering: first.ordering,
    concurrency: isProbe ? 1 : first.max_in_flight,
    async send(delivery) {
      const { key, body } = delivery
      if (!(await mayBegin())) return undefined
      if (pacer !== undefined) {
        await pacer.turn()
        if (!(await mayBegin())) return undefined
      }
      target ??= targetOf(endpoint)
      // Another lane may have ended the turn since it was asked.
      if (over !== undefined) return undefined
      const countedBefore = counted
      const made = await sender.send({ ...target, key, body })
      const isCounted = counted > countedBefore
      const result = resultOf({ ...delivery, endpoint_id: endpointId }, made, {
        random: options.random(),
        is_counted: isCounted,
      })
      options.onResult(result)
      written.push(batcher.write(result))
      note(result)
      if (result.status === 'delivered' && isOwnDelay(delivery, endpoint, troubled_ms))
        options.onOwnDelay?.(delivery, made)
      if (written.length > MAX_UNWRITTEN) await written.shift()
      return result
    },
    isOver: () => over !== undefined,
    stop() {
      over ??= 'empty'
    },
    async end() {
      await Promise.all(written)
      const now = clock.now()
      const lastAt = pacer?.last_at()
      const sentMsAgo = lastAt === undefined ? undefined : now.getTime() - lastAt.getTime()
      const isDue = await releaseLease(database, endpointId, token, now, sentMsAgo)
      return over === 'stopped' || over === 'more' ? over : isDue ? 'more' : 'empty'
    },
  }
}
