import { fastifyPlugin } from 'fastify-plugin'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { overloaded } from '../http/problem.ts'

const TICK_MS = 500
/** One late tick may be a pause of the machine. */
const LATE_TICKS = 2
/** This many waiting requests cannot be answered within the statement timeout. */
const WAITING = 500

/**
 * Refuses requests with 503 before they queue without end. Instead of @fastify/under-pressure, whose event
 * loop histogram wakes an idle process a hundred times a second, a slow tick measures its own lateness. If `late_ms` is 0, lateness refuses nothing.
 */
export const overload = fastifyPlugin<{ database: Database; late_ms: number }>(
  async (app, { database, late_ms }) => {
    let expected_ms = performance.now() + TICK_MS
    let lateTicks = 0
    const timer = setInterval(() => {
      const now_ms = performance.now()
      lateTicks = late_ms > 0 && now_ms - expected_ms > late_ms ? lateTicks + 1 : 0
      expected_ms = now_ms + TICK_MS
    }, TICK_MS)
    timer.unref()
    app.addHook('onClose', async () => clearInterval(timer))
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.answers_always === true) return
      if (lateTicks < LATE_TICKS && database.waitingCount < WAITING) return
      throw overloaded('The service is overloaded. Try again later.')
    })
  },
  { name: 'overload' },
)
