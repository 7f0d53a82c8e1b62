import { LRUCache } from 'lru-cache'
import type { Clock } from '../../runtime/clock.ts'
import { regardlessOfCaller } from '../http/caller-presence.ts'
import type { Widget } from './widget-cache.ts'

/** An answer is at most this much older than the rows. */
const CACHE_MS = 10_000
const CACHE_ENTRIES = 1_000

/** The ready JSON of widgets. Visitors that ask at the same time wait for one reading. */
export type WidgetAnswers = { of(widget: Widget): Promise<Buffer> }

export function createWidgetAnswers(clock: Clock, read: (widget: Widget) => Promise<object>): WidgetAnswers {
  const answers = new LRUCache<string, Promise<Buffer>>({
    max: CACHE_ENTRIES,
    ttl: CACHE_MS,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  })
  return {
    of(widget) {
      const key = `${widget.id} ${widget.updated_at}`
      const remembered = answers.get(key)
      if (remembered !== undefined) return remembered
      // The first visitor may leave while others wait.
      const reading = regardlessOfCaller(() => read(widget)).then((data) => Buffer.from(JSON.stringify(data)))
      answers.set(key, reading)
      // Every visitor that waits for it gets the error.
      reading.catch(() => answers.delete(key))
      return reading
    },
  }
}
