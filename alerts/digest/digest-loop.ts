import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import { readHeldAt } from '../hold/hold.ts'
import { type DigestParts, readDue, readOpenFacts, takeDigest } from './take-digest.ts'

const AT_ONCE = 200
/** Digests of one process that are written side by side. */
const WORKERS = 4

/**
 * Writes all digests that are due, by the earlier of the two clocks, so that one clock that is ahead mails nothing too early.
 * Returns the number of digests. Any number of processes may do it at a time. A subscription that fails does not stop others.
 */
export async function writeDue(
  options: DigestParts & {
    readonly clock: Clock
    readonly log: Pick<Log, 'warn'>
    readonly onDigest?: () => void
    readonly isStopping?: () => boolean
  },
): Promise<number> {
  const { database, readFacts, origin, clock, log, onDigest, isStopping = () => false } = options
  let written = 0
  const failed = new Set<number>()
  while (!isStopping() && (await readHeldAt(database)) === undefined) {
    const now = await readEarlierClock(database, clock)
    const due = (await readDue(database, now, AT_ONCE + failed.size)).filter(({ id }) => !failed.has(id))
    if (due.length === 0) break
    // A change goes to the first subscription of its recipient, so these follow one another.
    const left = [...Map.groupBy(due, ({ recipient_id }) => recipient_id).values()].map((same) =>
      same.map(({ id }) => id),
    )
    const facts = await readOpenFacts(options, due)
    const parts = { database, readFacts, origin, facts }
    let moved = 0
    const work = async () => {
      for (const id of takenFrom(left)) {
        if (isStopping()) return
        try {
          const taken = await takeDigest(parts, id, now)
          if (taken !== 'not_due') moved += 1
          if (taken !== 'digest') continue
          written += 1
          onDigest?.()
        } catch (error) {
          failed.add(id)
          log.warn({ err: error, subscription: id }, 'a digest was not written')
        }
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
    // Nothing moved: other processes have the rest.
    if (moved === 0) break
  }
  return written
}

/** The subscriptions of one recipient after those of another, until workers have taken all. */
function* takenFrom(left: number[][]): Generator<number> {
  for (let same = left.shift(); same !== undefined; same = left.shift()) yield* same
}
