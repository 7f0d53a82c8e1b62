import type { ProjectionTotals } from '../../projections/engine/metrics.ts'
import { type ProjectionsOptions, startProjections } from '../../projections/service/start-projections.ts'
import { untilCaughtUp } from '../../projections/service/until-caught-up.ts'

/** Projects the log to its end and stops. Throws the error with which the projectors halt. */
export async function projectAll(options: ProjectionsOptions): Promise<ProjectionTotals> {
  const projections = await startProjections(options)
  await Promise.race([untilCaughtUp(projections), projections.done])
  await projections.stop()
  return projections.totals()
}
