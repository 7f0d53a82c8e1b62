import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../../runtime/clock.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { TokenBudget } from '../answers/token-budget.ts'

/** A count of millions of rows would cost more than the work. */
const MOST = 100_000

/** What Postgres knows of the work of all processes. Alert if due work grows while tokens are left. */
export function createModelGauges(options: {
  readonly registry: Registry
  readonly database: Database
  readonly budget: TokenBudget
  readonly clock: Clock
}): void {
  const { database, budget, clock } = options
  const registers = [options.registry]
  new Gauge({
    name: 'legislog_model_due',
    help: `Texts that the model is to write, due now or postponed, by kind; counted up to ${MOST} in all`,
    labelNames: ['kind'],
    registers,
    async collect() {
      const { rows } = await database.query<{ kind: string; count: number }>(
        `SELECT kind, count(*) AS count FROM (
           SELECT kind FROM derive.model_work WHERE due_at IS NOT NULL LIMIT ${MOST}) AS due GROUP BY kind`,
      )
      this.reset()
      for (const { kind, count } of rows) this.set({ kind }, count)
    },
  })
  new Gauge({
    name: 'legislog_model_day_tokens',
    help: 'Tokens of this day (UTC) that all processes used or reserved',
    registers,
    async collect() {
      this.set(await budget.usedOn(clock.now()))
    },
  })
}
