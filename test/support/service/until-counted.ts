import type { Projections } from '../../../projections/service/start-projections.ts'
import { eventually } from '../harness/eventually.ts'

/** Waits until this many events are counted, because projectors count a batch just after its COMMIT. */
export async function untilCounted(projectors: readonly Projections[], applied: number): Promise<void> {
  const counted = () => projectors.reduce((sum, one) => sum + one.totals().applied, 0)
  await eventually(() => counted() >= applied, { timeout_ms: 10_000 })
}
