import { instantOf } from '../../schemas/http/instant.ts'
import type { Clock } from '../clock.ts'
import { within } from '../within.ts'

/** Answers why the check fails; undefined or a note if it passes. A check that throws fails too. */
export type Check = () => Promise<Reason>
type Reason = string | { readonly note: string } | undefined

export type CheckResult = {
  readonly ok: boolean
  /** The reason of a failure, or the note of a check that passes. */
  readonly detail?: string
  /** When the check was first found in its present state. */
  readonly since: string
}

export type ReadinessStatus = 'ready' | 'degraded' | 'not_ready'

export type ReadinessAnswer<Name extends string = string> = {
  readonly status: ReadinessStatus
  readonly checked_at: string
  readonly checks: Readonly<Record<Name, CheckResult>>
}

export type Readiness<Name extends string = string> = {
  /** Answers within the timeout, whatever the checks do. Answers from memory if the checks just ran. */
  ask(): Promise<ReadinessAnswer<Name>>
}

/** Readiness needs no token, so the checks run at most once in this time. */
const CACHE_MS = 1_000

/**
 * One meaning of ready for every service: each check asks its store or its work now, and has a time limit. A failing check
 * of `degrades` leaves the service able to do its work; any other makes it not ready.
 */
export function createReadiness<Name extends string>(options: {
  readonly checks: Readonly<Record<Name, Check>>
  readonly degrades?: readonly NoInfer<Name>[]
  readonly timeout_ms: number
  readonly clock: Clock
  readonly describeError?: (error: unknown) => string
}): Readiness<Name> {
  const { checks, degrades = [], timeout_ms, clock, describeError = messageOf } = options
  const found = new Map<Name, CheckResult>()
  let asking: Promise<ReadinessAnswer<Name>> | undefined

  async function look(): Promise<ReadinessAnswer<Name>> {
    const names = Object.keys(checks) as Name[]
    const reasons = await Promise.all(names.map((name) => reasonOf(checks[name])))
    const checkedAt = instantOf(clock.now())
    names.forEach((name, index) => {
      found.set(name, resultOf(found.get(name), reasons[index], checkedAt))
    })
    const failed = names.filter((name) => found.get(name)?.ok !== true)
    const results = Object.fromEntries(found) as Record<Name, CheckResult>
    return { status: statusOf(failed, degrades), checked_at: checkedAt, checks: results }
  }

  async function reasonOf(check: Check): Promise<Reason> {
    try {
      return await within(timeout_ms, check(), () => `no answer within ${timeout_ms} ms`)
    } catch (error) {
      return describeError(error)
    }
  }

  return {
    ask() {
      if (asking === undefined) {
        asking = look()
        const forget = () => {
          asking = undefined
        }
        asking.then(() => setTimeout(forget, CACHE_MS).unref(), forget)
      }
      return asking
    },
  }
}

function statusOf(failed: readonly string[], degrades: readonly string[]): ReadinessStatus {
  if (failed.length === 0) return 'ready'
  return failed.every((name) => degrades.includes(name)) ? 'degraded' : 'not_ready'
}

function resultOf(before: CheckResult | undefined, reason: Reason, now: string): CheckResult {
  const ok = typeof reason !== 'string'
  const since = before?.ok === ok ? before.since : now
  const detail = typeof reason === 'object' ? reason.note : reason
  return detail === undefined ? { ok, since } : { ok, detail, since }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error)

/** Describes the failed checks. */
export function describeFailed({ checks }: Pick<ReadinessAnswer, 'checks'>): string {
  return Object.entries(checks)
    .filter(([, { ok }]) => !ok)
    .map(([name, { detail, since }]) => `${name}: ${detail ?? 'it fails'} (since ${since})`)
    .join('; ')
}
