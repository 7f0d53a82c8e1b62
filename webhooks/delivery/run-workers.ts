import type { SendingSession } from './sending-session.ts'

/**
 * Runs as many workers as may be in flight. Where one fails the others begin nothing more, and are waited for: nothing is in
 * flight when this is over.
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
