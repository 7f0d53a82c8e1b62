import type { ProjectionTotals } from '../projections/metrics.ts'
import { type ProjectionsOptions, startProjections } from '../projections/start-projections.ts'
import { untilCaughtUp } from '../projections/until-drained.ts'

/** Projects the log to its end and stops. Throws what the projectors halt with. */
export async function projectAll(options: ProjectionsOptions): Promise<ProjectionTotals> {
  const projections = await startProjections(options)
  await Promise.race([untilCaughtUp(projections), projections.done])
  await projections.stop()
  return projections.totals()
}
