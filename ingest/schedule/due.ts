import { createHash } from 'node:crypto'
import type { LastFetch } from '../run-context/last-fetch.ts'

/**
 * A share of the interval, so that sources with one interval, and hosts with one clock, do not fetch at the same
 * moment.
 */
const JITTER = 0.1
const FIRST_PAUSE_S = 60
const LONGEST_PAUSE_S = 6 * 3_600

/**
 * Says when a source is due. A time in the past means now. The result is the same for all callers until the next run.
 */
export function dueAt(last: LastFetch | null, interval_s: number): Date {
  if (last === null) return new Date(0)
  const chance = chanceOf(last.run_id)
  switch (last.status) {
    case 'done':
    case 'running':
      return later(last.started_at, interval_s * (1 + JITTER * chance))
    case 'stopped':
      return new Date(0)
    case 'lost':
      // A killed run continues at once, but not forever: it may be the run that kills its process.
      return last.failures <= 1 ? new Date(0) : afterFailure(last, interval_s, chance)
    case 'failed':
      return afterFailure(last, interval_s, chance)
  }
}

/**
 * Doubles the pause after each failure, up to the interval or six hours. A short interval does not mean an immediate
 * retry.
 */
function afterFailure(last: LastFetch, interval_s: number, chance: number): Date {
  const doubled_s = FIRST_PAUSE_S * 2 ** Math.min(20, Math.max(0, last.failures - 1))
  const longest_s = Math.max(FIRST_PAUSE_S, Math.min(LONGEST_PAUSE_S, interval_s))
  return later(last.ended_at ?? last.started_at, Math.min(doubled_s, longest_s) * (1 + JITTER * chance))
}

function later(time: string, seconds: number): Date {
  return new Date(Date.parse(time) + seconds * 1_000)
}

/** 0 to 1, derived from the run id only. */
function chanceOf(runId: string): number {
  return createHash('sha256').update(runId).digest().readUInt32BE(0) / 2 ** 32
}
