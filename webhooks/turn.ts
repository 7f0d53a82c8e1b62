import { randomUUID } from 'node:crypto'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../runtime/postgres.ts'
import { openHeaders } from './custom-headers.ts'
import type { Due } from './due.ts'
import { signingKeys } from './endpoint-secrets.ts'
import { FAILURES_BEFORE_PROBING, holdOf } from './health.ts'
import { LOOK_AGAIN_MS, releaseLease, type ServedEndpoint, takeLease, takeLeaseAndDue } from './lease.ts'
import { createPacer, type Pause } from './pacer.ts'
import { isPrompt } from './prompt-delays.ts'
import { type Result, resultOf } from './result.ts'
import type { ResultWriter } from './result-writer.ts'
import type { SecretBox } from './secret-box.ts'
import type { Attempt, Sender } from './send.ts'

/** What is left: nothing that is due, more, or whatever a process that stops leaves to others. */
export type Drained = 'empty' | 'more' | 'stopped'

export type TurnOptions = {
  readonly database: Database
  readonly sender: Sender
  readonly writer: ResultWriter
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly random: () => number
  readonly onResult: (result: Result) => void
  /** Hears of first attempts that succeeded, where how long they took was for us to say. */
  readonly onPrompt?: (delivery: Due, made: Attempt) => void
  readonly isStopping: () => boolean
  /** Of this process, as its leases bear it (presence.ts); without it they end by the database's clock alone. */
  readonly holder?: () => number | null
  readonly pause?: Pause
}

/** A while in which this process, and no other, sends to an endpoint. */
export type Turn = {
  /** The first page of what is due, where no order is asked for. */
  readonly due: readonly Due[]
  readonly ordering: ServedEndpoint['ordering']
  /** How many may be in flight. */
  readonly lanes: number
  /** Sends one delivery and has its result written; undefined where the turn is over, and nothing was sent. */
  send(delivery: Due): Promise<Result | undefined>
  isOver(): boolean
  /** Nothing more is begun. */
  stop(): void
  /** Once nothing is in flight: waits until all results are committed, and lets others send. */
  end(): Promise<Drained>
}

/** Deliveries that are read at once. */
export const PAGE = 100
/** Then others get their turn. */
const SLICE_MS = 5_000
/** What was sent and is not yet written is sent again where the process dies: more is not sent before some of it is. */
const MOST_UNWRITTEN = 100

/** undefined where the endpoint is not to be sent to now, or another process sends. */
export async function beginTurn(options: TurnOptions, endpoint_id: number): Promise<Turn | undefined> {
  const { database, sender, writer, clock, isStopping } = options
  const token = randomUUID()
  const taker = () => ({ token, holder: options.holder?.() ?? null })
  const began = clock.now()
  const taken = await takeLeaseAndDue(database, endpoint_id, taker(), began, PAGE)
  if (taken === undefined) return undefined
  const first = taken.endpoint

  const targetOf = ({ url, account_id, secrets, headers }: ServedEndpoint) => ({
    url,
    secrets: signingKeys(options.secrets, account_id, secrets, clock.now()),
    headers: openHeaders(options.secrets, account_id, headers),
  })
  const isProbe = first.failures_in_row >= FAILURES_BEFORE_PROBING
  const slice_end = performance.now() + SLICE_MS
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
  let over: Drained | undefined
  const written: Promise<void>[] = []

  async function look(): Promise<void> {
    const now = clock.now()
    const seen = await takeLease(database, endpoint_id, taker(), now)
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
    if (performance.now() > slice_end) over ??= 'more'
    // A clock that was set back has moved too.
    if (over === undefined && Math.abs(clock.now().getTime() - looked_ms) >= LOOK_AGAIN_MS) {
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
    lanes: isProbe ? 1 : first.max_in_flight,
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
      const counted_before = counted
      const made = await sender.send({ ...target, key, body })
      const is_counted = counted > counted_before
      const result = resultOf({ ...delivery, endpoint_id }, made, { random: options.random(), is_counted })
      options.onResult(result)
      written.push(writer.write(result))
      note(result)
      if (result.status === 'delivered' && isPrompt(delivery, endpoint, troubled_ms))
        options.onPrompt?.(delivery, made)
      if (written.length > MOST_UNWRITTEN) await written.shift()
      return result
    },
    isOver: () => over !== undefined,
    stop() {
      over ??= 'empty'
    },
    async end() {
      await Promise.all(written)
      const now = clock.now()
      const last_at = pacer?.last_at()
      const sent_ms_ago = last_at === undefined ? undefined : now.getTime() - last_at.getTime()
      const is_due = await releaseLease(database, endpoint_id, token, now, sent_ms_ago)
      return over === 'stopped' || over === 'more' ? over : is_due ? 'more' : 'empty'
    },
  }
}
