/**
 * The faults that the observer knows, and their starts, in ms of `performance.now()`. `foreign kafka`: a different log
 * answers at Kafka's address.
 */
export type Condition =
  | 'kafka'
  | 'postgres'
  | 'redis'
  | 'foreign kafka'
  | 'relay'
  | 'project'
  | 'webhooks'
  | 'api'
  | 'derive'

export type Conditions = {
  begin(condition: Condition): void
  end(condition: Condition): void
  /** The start of each unbroken fault. */
  now(): ReadonlyMap<Condition, number>
}

export function createConditions(now_ms: () => number = () => performance.now()): Conditions {
  const since = new Map<Condition, number>()
  return {
    begin(condition) {
      if (!since.has(condition)) since.set(condition, now_ms())
    },
    end: (condition) => void since.delete(condition),
    now: () => new Map(since),
  }
}
