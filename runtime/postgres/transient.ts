import { backoff_ms } from '../backoff.ts'

/** SQLSTATEs and socket errors after which the same work may succeed: connection lost, server restarting, deadlock. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|40|53|57P|55P03|57014|25P03)/.test(code)) return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  const message = error instanceof Error ? error.message : ''
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    message,
  )
}

const FIRST_PAUSE_MS = 100
/** A conflict ends with the other transaction; a server may be down for long. */
const MAX_PAUSE_MS = { conflict: 250, absence: 5_000 } as const
const conflicts = new Set(['40001', '40P01', '55P03'])

/** Gives the pause before the next attempt, after `failures` earlier failures and now `error`. */
export function retryPause_ms(error: unknown, failures: number, random?: number): number {
  const isConflict = error instanceof Error && 'code' in error && conflicts.has(String(error.code))
  const longest_ms = MAX_PAUSE_MS[isConflict ? 'conflict' : 'absence']
  return backoff_ms({ first_ms: FIRST_PAUSE_MS, longest_ms }, failures + 1, random)
}
