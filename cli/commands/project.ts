import type { Command } from 'commander'
import { startGeoLoop } from '../../locate/load/geo-loop.ts'
import { reconcileGeo } from '../../locate/load/reconcile.ts'
import { requireReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { countWordsIfGrown } from '../../projections/search/count-words.ts'
import { indexTexts } from '../../projections/search/index-texts.ts'
import { startSearchLoop } from '../../projections/search/search-loop.ts'
import { followReadSchemas } from '../../projections/service/follow-read-schemas.ts'
import { whyLiveSchemaLags, whySchemaLags } from '../../projections/service/health-checks.ts'
import { type ProjectionsOptions, startProjections } from '../../projections/service/start-projections.ts'
import { untilCaughtUp } from '../../projections/service/until-caught-up.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { startServiceHealth } from '../../runtime/health/service-health.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { watchFrozenSessions } from '../../runtime/postgres/frozen-sessions.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { openContext } from '../context/context.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { reportReady } from '../process/parent.ts'
import { untilStopped } from '../process/until-stopped.ts'

const REPORT_MS = 10_000

export function registerProject(program: Command): void {
  setAction<{ readSchema?: string; once?: boolean }>(
    program
      .command('project')
      .description('project the log into the read schemas, until stopped')
      .option(
        '--read-schema <name>',
        'project only this read schema, such as read_0002, instead of all current ones',
      )
      .option('--once', 'end when everything in the log is projected'),
    async ({ options }) => {
      const { settings, log } = await openContext({ name: 'project', needs: ['postgres', 'kafka'] })
      const kafka = createKafka(settings, 'legislog-project')
      const database = createDatabase(settings, { application_name: 'legislog project' })
      await ensureTopics(kafka, settings)
      const parts = {
        settings,
        database,
        kafka,
        codec: await createEventCodec(settings, database),
        log,
        clock: systemClock,
        metrics: createMetrics(),
        objects: createObjectStore(settings),
      }
      const watch = watchFrozenSessions({ database, log })
      try {
        if (options.readSchema === undefined && options.once !== true) return await followAll(parts)
        return await projectOne(parts, options)
      } finally {
        await watch.stop()
        await database.end()
      }
    },
  )
}

const silence = ({ settings }: Parts) => ({ silent_ms: settings.heartbeat_timeout_ms, now_ms: Date.now() })

type Parts = Omit<ProjectionsOptions, 'read_schema'> & { readonly objects: ObjectStore }

/** Every read schema that must be kept up to date, including ones that appear later. */
async function followAll(parts: Parts): Promise<Answer> {
  const following = followReadSchemas(parts)
  const search = startSearchLoop(parts)
  const geo = startGeoLoop(parts)
  const health = await startServiceHealth({
    ...parts,
    service: 'project',
    checks: () => ({ log: async () => whyLiveSchemaLags(following.health(), silence(parts)) }),
    facts: () => ({ ...following.health(), addresses: geo.health() }),
  })
  const report = setInterval(() => parts.log.info(following.health(), 'projecting'), REPORT_MS)
  try {
    reportReady()
    await Promise.race([untilStopped({ is_service: true }), following.done])
  } finally {
    clearInterval(report)
    await health.stop()
    await geo.stop()
    await search.stop()
    await following.stop()
  }
  return { json: following.health() }
}

/** Projects one read schema, the live one by default. Ends with the reason if it must not continue. */
async function projectOne(
  parts: Parts,
  options: { readonly readSchema?: string; readonly once?: boolean },
): Promise<Answer> {
  if (options.readSchema !== undefined) await requireReadSchema(parts.database, options.readSchema)
  const projections = await startProjections({
    ...parts,
    ...(options.readSchema === undefined ? {} : { read_schema: options.readSchema }),
  })
  const health = await startServiceHealth({
    ...parts,
    service: 'project',
    // Heartbeats show which processes keep the live read schema up to date: this is not one of them.
    has_heartbeat: false,
    checks: () => ({ log: async () => whySchemaLags(projections.health(), silence(parts)) }),
    facts: projections.health,
  })
  const report = setInterval(() => parts.log.info(projections.health(), 'projecting'), REPORT_MS)
  try {
    const until = options.once === true ? untilCaughtUp(projections) : untilStopped({ is_service: true })
    await Promise.race([until, projections.done])
    if (options.once === true && options.readSchema === undefined) {
      await indexNewTexts(parts)
      await countWordsIfGrown(parts.database)
      await reconcileGeo({ ...parts, signal: new AbortController().signal })
    }
  } finally {
    clearInterval(report)
    await health.stop()
    await projections.stop()
  }
  const { read_schema, watermark } = projections.health()
  return { json: { read_schema, watermark, ...projections.totals() } }
}

/** Texts of projected bills are indexed for search too. */
const indexNewTexts = ({ database, objects }: Parts) =>
  indexTexts({ database, objects, workers: 2, signal: new AbortController().signal })
