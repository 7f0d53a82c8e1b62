import type { SendingSession } from './sending-session.ts'

/**
 * Runs as many workers as the turn allows. If one fails, the others start no further attempt and finish
 * first, so nothing is in flight when this returns.
 */
export async function runWorkers(turn: SendingSession, work: () => Promise<void>): Promise<void> {
  const ended = await Promise.allSettled(
    Array.from({ length: turn.concurrency }, () =>
      work().catch((error: unknown) => {
        turn.stop()
        throw error
      }),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
