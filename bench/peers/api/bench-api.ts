import { join } from 'node:path'
import { ensureAccount, issueToken } from '../../../api/accounts/accounts.ts'
import { openContext } from '../../../cli/context/context.ts'
import { createKafka, ensureTopics } from '../../../runtime/kafka/client/kafka-client.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { type Answered, ask } from '../../list/requests.ts'
import { deleteTopics } from '../../measure/log-floors.ts'
import { pairInterleaved, type Run, spread } from '../../measure/pairs.ts'
import { findParties, readProcessorTime, since } from '../../measure/processor-time.ts'
import { keepResult } from '../../measure/results.ts'
import { markdown } from '../../measure/tables.ts'
import { startCommand, startScript } from '../../service/child-process.ts'
import { createScratch, type Scratch } from '../../service/scratch-database.ts'
import { untilListening } from '../../service/until-listening.ts'
import { wholeNumber } from '../../service/whole-number.ts'

const CONNECTIONS = 32
const SECONDS = 4
const WARM_UP_SECONDS = 1
const DETAILS = 500

type Measured = Answered & { readonly cpu_ms_each: number }
type Kind = { readonly name: string; readonly paths: readonly string[] }

/**
 * Our API beside the floor: a bare server that sends the same bytes. The API of Open States is in no package registry,
 * so it cannot be installed here.
 */
export async function benchApi(data: string, states: string, rounds: string): Promise<string> {
  const count = wholeNumber('rounds', rounds)
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka', 'redis'] })
  const scratch = await createScratch({ ...settings, port: await freePort() }, 'peer-api')
  const kafka = createKafka(scratch.settings, 'bench')
  await ensureTopics(kafka, scratch.settings)
  const run = (...args: string[]) => startCommand(args[0]!, args, scratch.settings).lastLine()
  try {
    for (const state of states.split(','))
      await run('ingest', 'openstates-scraper', join(data, 'openstates-scraper', state))
    await run('relay', '--once')
    await run('project', '--once')
    const runs = await measureAll(scratch, count)
    return await keepResult('legislog bench peers api', describe(runs, states, count))
  } finally {
    await scratch.drop()
    await deleteTopics(kafka, scratch.settings)
  }
}

async function measureAll({ settings, database }: Scratch, rounds: number): Promise<Run<Measured>[]> {
  const api = startCommand('api', ['api'], { ...settings, rate_limits: 'business=0' })
  const origin = `http://${settings.host}:${settings.port}`
  const barePort = await freePort()
  const bareOrigin = `http://127.0.0.1:${barePort}`
  const bare = startScript('bare', join(projectFolder, 'bench', 'list', 'bare-server.ts'), [
    String(barePort),
    origin,
  ])
  try {
    await untilListening(origin)
    await untilListening(bareOrigin)
    const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'business'))
    const parties = await findParties(settings)
    const kinds = await kindsOf(database)
    const runs: Run<Measured>[] = []
    const take = async (subject: 'peer' | 'ours', { name, paths }: Kind) => {
      const [server, to] = subject === 'peer' ? [bare, bareOrigin] : [api, origin]
      await ask(to, token, paths, CONNECTIONS, WARM_UP_SECONDS)
      const started_ms = performance.now()
      const before = { own_s: server.spent().cpu_s, servers: readProcessorTime(parties) }
      const answered = await ask(to, token, paths, CONNECTIONS, SECONDS)
      const { postgres_ms } = since(before.servers, readProcessorTime(parties))
      const own_ms = (server.spent().cpu_s - before.own_s) * 1000
      const cpu_ms_each = (own_ms + (subject === 'ours' ? postgres_ms : 0)) / answered.count
      const ended_ms = performance.now()
      runs.push({ subject, task: name, started_ms, ended_ms, result: { ...answered, cpu_ms_each } })
    }
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) {
        for (const subject of round % 2 === 0 ? (['peer', 'ours'] as const) : (['ours', 'peer'] as const))
          await take(subject, kind)
      }
    }
    return runs
  } finally {
    await bare.stop()
    await api.stop()
  }
}

async function kindsOf(database: Scratch['database']): Promise<Kind[]> {
  const { rows } = await database.query<{ id: number; updated_at: string }>(
    'SELECT id, updated_at FROM read_0001.bills WHERE present ORDER BY id LIMIT $1',
    [DETAILS],
  )
  const times = rows.map(({ updated_at }) => encodeURIComponent(updated_at))
  return [
    { name: 'list of 20', paths: ['/v1/bills?limit=20'] },
    { name: 'detail', paths: rows.map(({ id }) => `/v1/bills/${id}`) },
    { name: '`updated_since`, 20', paths: times.map((time) => `/v1/bills?limit=20&updated_since=${time}`) },
  ]
}

function describe(runs: readonly Run<Measured>[], states: string, rounds: number): string {
  const pairs = pairInterleaved(runs)
  const kinds = [...new Set(pairs.map(({ task }) => task))]
  const rows = kinds.map((kind) => {
    const some = pairs.filter(({ task }) => task === kind)
    const cell = (value: (pair: (typeof some)[number]) => number, digits: number) =>
      spread(some.map(value), digits)
    return [
      kind,
      cell(({ peer }) => peer.per_s, 0),
      cell(({ ours }) => ours.per_s, 0),
      cell(({ peer, ours }) => (100 * ours.per_s) / peer.per_s, 0),
      cell(({ ours }) => ours.p99_ms, 1),
      cell(({ peer }) => peer.cpu_ms_each, 2),
      cell(({ ours }) => ours.cpu_ms_each, 2),
    ]
  })
  return [
    'Could not be installed: the API of Open States (api-v3) is in no package registry. So the floor stands for it: a bare server (node:http) that sends the same bytes from memory.',
    `Bills of ${states}; ${CONNECTIONS} connections for ${SECONDS} s, the client on the same cores, in turn over ${rounds} rounds. CPU: the server process, and Postgres for ours. Each cell is the least, the median and the greatest.`,
    markdown(
      ['', 'floor/s', 'ours/s', 'of the floor, %', 'our p99 ms', 'floor CPU ms each', 'our CPU ms each'],
      rows,
    ),
  ].join('\n\n')
}
