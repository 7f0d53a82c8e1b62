import { join } from 'node:path'
import { openContext } from '../cli/context/context.ts'
import { demoToken } from '../cli/up/demo-account.ts'
import { createObjectStore } from '../runtime/object-store/create-object-store.ts'
import { liveReadSchema } from '../runtime/postgres/live-read-schema.ts'
import { createDatabase } from '../runtime/postgres/postgres.ts'
import { databaseUrl } from '../runtime/settings/addresses.ts'
import { projectFolder } from '../runtime/settings/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import { freePort } from '../stack/processes/port.ts'
import { explainSlowest } from './list/explain.ts'
import { pgbench } from './list/pgbench.ts'
import { createKinds } from './list/queries.ts'
import { ask } from './list/requests.ts'
import { findParties, readProcessorTime, since } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { startCommand, startScript } from './service/child-process.ts'
import { untilListening } from './service/until-listening.ts'

const CONNECTIONS = 32
const SECONDS = 8
const WARM_UP_SECONDS = 2
const BARE_SECONDS = 4
const BAR_P99_MS = 50

/**
 * Reads pages and details through one API process on the database of this home. Compares it with pgbench on
 * the same statements, and with a bare server that sends the same bytes.
 */
export async function benchList(): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'kafka', 'redis'] })
  const database = createDatabase(settings, { application_name: 'legislog bench list' })
  const port = await freePort()
  const api = startCommand('api', ['api'], { ...settings, port, rate_limits: 'business=0' })
  const origin = `http://${settings.host}:${port}`
  const barePort = await freePort()
  const bareOrigin = `http://127.0.0.1:${barePort}`
  const script = join(projectFolder, 'bench', 'list', 'bare-server.ts')
  const bare = startScript('bare', script, [String(barePort), origin])
  try {
    const token = await demoToken(settings, database)
    const parties = await findParties(settings)
    const readSchema = await liveReadSchema(database)
    if (readSchema === undefined)
      throw new LegislogError('usage', 'no read schema is live: no bills are stored')
    const kinds = await createKinds(database, createObjectStore(settings), readSchema)
    const { rows: counted } = await database.query<{ bills: number }>(
      `SELECT count(*)::int AS bills FROM ${readSchema}.bills WHERE present`,
    )
    await untilListening(origin)
    await untilListening(bareOrigin)
    const rows = []
    const plans: string[] = []
    for (const { name, questions } of kinds) {
      const paths = questions.map(({ path }) => path)
      await ask(origin, token, paths, CONNECTIONS, WARM_UP_SECONDS)
      const before = { api_s: api.spent().cpu_s, servers: readProcessorTime(parties) }
      const answered = await ask(origin, token, paths, CONNECTIONS, SECONDS)
      const api_s = api.spent().cpu_s - before.api_s
      const { postgres_ms } = since(before.servers, readProcessorTime(parties))
      const alone = await ask(origin, token, paths, 1, WARM_UP_SECONDS)
      const floor = await pgbench(databaseUrl(settings), questions, CONNECTIONS, SECONDS)
      await ask(bareOrigin, token, paths, CONNECTIONS, WARM_UP_SECONDS)
      const before_s = bare.spent().cpu_s
      const bytes = await ask(bareOrigin, token, paths, CONNECTIONS, BARE_SECONDS)
      const bare_s = bare.spent().cpu_s - before_s
      // Each of them uses all cores, so together they take the sum of their times.
      const both_per_s = 1 / (1 / floor.per_s + 1 / bytes.per_s)
      if (answered.p99_ms > BAR_P99_MS)
        plans.push(`Over the bar: ${name}. ${await explainSlowest(database, questions)}`)
      rows.push([
        name,
        answered.per_s.toFixed(0),
        answered.p50_ms.toFixed(1),
        answered.p99_ms.toFixed(1),
        `${alone.p50_ms.toFixed(1)} / ${alone.p99_ms.toFixed(1)}`,
        ((api_s * 1e6) / answered.count).toFixed(0),
        ((postgres_ms * 1000) / answered.count).toFixed(0),
        floor.per_s.toFixed(0),
        floor.average_ms.toFixed(1),
        `${((100 * answered.per_s) / floor.per_s).toFixed(0)} %`,
        bytes.per_s.toFixed(0),
        bytes.p99_ms.toFixed(1),
        ((bare_s * 1e6) / bytes.count).toFixed(0),
        both_per_s.toFixed(0),
        `${((100 * answered.per_s) / both_per_s).toFixed(0)} %`,
      ])
    }
    const { peak_mb } = api.spent()
    const head = [
      '',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'alone p50 / p99 ms',
      'API µs each',
      'Postgres µs each',
    ]
    return keepResult(
      'legislog bench list',
      [
        `${counted[0]!.bills} bills; ${CONNECTIONS} connections for ${SECONDS} s, the client on the same cores; one API process, peak ${peak_mb} MB. pgbench runs the statements that the API makes, over as many connections. The bare server is node:http with the same answers ready in its memory: what the bytes cost, and the client on the same cores. Both floors: an API that takes no time itself, where each page costs what it costs pgbench and what it costs the bare server.`,
        `Bar: p99 < ${BAR_P99_MS} ms; aim: < 20 ms and 60 % of pgbench.`,
        markdown(
          [
            ...[...head, 'pgbench/s', 'pgbench average ms', 'of pgbench'],
            ...['bare server/s', 'its p99 ms', 'its µs each', 'both floors/s', 'of both'],
          ],
          rows,
        ),
        ...plans,
      ].join('\n\n'),
    )
  } finally {
    await bare.stop()
    await api.stop()
    await database.end()
  }
}
