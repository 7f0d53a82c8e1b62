import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { addressesIn } from '../support/harness/main-process.ts'
import { headerOf, readTopic } from '../support/log/read-topic.ts'
import { addNotes, editSample } from '../support/service/edited-sample.ts'
import { createServiceWithSample, type WholeService } from '../support/service/whole-service.ts'

const run = promisify(execFile)
const python = await run('python3', ['--version']).then(
  () => 'python3',
  () => undefined,
)

/** The client that the page names: the installed one, or else a copy in this checkout. */
async function pythonPath(): Promise<string> {
  const folder = join(projectFolder, 'node_modules', '.cache', 'kafka-python-2.3.3')
  if (existsSync(join(folder, 'kafka'))) return folder
  await mkdir(folder, { recursive: true })
  await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', folder, 'kafka-python==2.3.3'])
  return folder
}

let service: WholeService
let folder: string

beforeAll(async () => {
  service = await createServiceWithSample()
  folder = await mkdtemp(join(tmpdir(), 'legislog-consume-'))
  cleanUp(() => rm(folder, { recursive: true }))
})

type Told = { id: string; type: string; subject: string; sequence: number; backfill: number; body: string }

/** Every event of the log, once, from the headers and the value of its message. */
async function emitted(): Promise<Map<string, Told>> {
  const events = new Map<string, Told>()
  for (const { name } of topics) {
    for (const record of await readTopic(service.settings, name)) {
      const header = (part: string) => headerOf(record, `ce_${part}`)
      const body: unknown = JSON.parse(record.value!.subarray(5).toString('utf8'))
      events.set(header('id'), {
        id: header('id'),
        type: header('type'),
        subject: header('subject'),
        sequence: Number(header('sequence')),
        backfill: header('backfill') === 'true' ? 1 : 0,
        body: JSON.stringify(body),
      })
    }
  }
  return events
}

function kept(file: string): Map<string, Told> {
  const path = join(folder, file)
  if (!existsSync(path)) return new Map()
  const store = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const rows = store.prepare('SELECT id, type, subject, sequence, backfill, body FROM event').all()
    return new Map(
      (rows as unknown as Told[]).map((row) => [
        row.id,
        { ...row, body: JSON.stringify(JSON.parse(row.body)) },
      ]),
    )
  } finally {
    store.close()
  }
}

type Running = { readonly printed: () => string; stop(): Promise<void> }

async function start(program: string, file: string, group: string): Promise<Running> {
  const [command, args] = program.endsWith('.py') ? ['python3', []] : [process.execPath, ['--no-warnings']]
  const child = spawn(command, [...args, join(projectFolder, 'docs/consume', program), file], {
    cwd: folder,
    env: {
      ...process.env,
      ...(program.endsWith('.py') ? { PYTHONPATH: await pythonPath() } : {}),
      ...addressesIn(service.settings),
      TOPIC_PREFIX: service.settings.topic_prefix,
      GROUP: group,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8')
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await closed
  }
  cleanUp(stop)
  return { printed: () => printed, stop }
}

const untilKept = (file: string, events: ReadonlyMap<string, Told>) =>
  eventually(() => existsSync(join(folder, file)) && kept(file).size >= events.size, { timeout_ms: 60_000 })

/** Waits until the group has committed the end of every partition. */
async function untilCommitted(group: string): Promise<void> {
  const admin = createKafka(service.settings, 'legislog-test').admin()
  await admin.connect()
  cleanUp(() => admin.disconnect())
  const names = topics.map(({ name }) => topicName(service.settings, name))
  const ends = await Promise.all(names.map((name) => admin.fetchTopicOffsets(name)))
  const missing = async (): Promise<number> => {
    const committed = await admin.fetchOffsets({ groupId: group, topics: names })
    return names.flatMap((name, index) =>
      ends[index]!.filter(({ partition, high }) => {
        const own = committed.find(({ topic }) => topic === name)?.partitions ?? []
        return Number(high) > 0 && own.find((one) => one.partition === partition)?.offset !== high
      }),
    ).length
  }
  await eventually(async () => (await missing()) === 0, { timeout_ms: 60_000 })
}

describe.each(['consumer.ts', 'consumer.py'])('the program %s of docs/consume.md', (program) => {
  const isRunnable = program.endsWith('.ts') || python !== undefined
  const file = `${program}.db`
  const group = () => `${service.settings.topic_prefix}${program}`

  it('is the same in the page and in its file, and has no more than 45 lines', async () => {
    const page = await readFile(join(projectFolder, 'docs/consume.md'), 'utf8')
    const code = await readFile(join(projectFolder, 'docs/consume', program), 'utf8')
    expect(page).toContain(`\`\`\`${program.endsWith('.py') ? 'python' : 'ts'}\n${code}\`\`\``)
    expect(code.split('\n').length).toBeLessThanOrEqual(45)
  })

  it.runIf(isRunnable)('stores every event of the log, and then each new event, once', async () => {
    const first = await start(program, file, group())
    const before = await emitted()
    await untilKept(file, before)
    expect(kept(file)).toEqual(before)

    const sample = await editSample()
    await addNotes(sample, `for ${program}`)
    await service.ingest('openstates-scraper', sample.folder, { mode: 'live' })
    await service.caughtUp()
    const after = await emitted()
    expect(after.size).toBeGreaterThan(before.size)
    await untilKept(file, after)
    expect(kept(file)).toEqual(after)
    const news = [...after.values()].filter(({ backfill }) => backfill === 0)
    expect(news.length).toBeGreaterThan(0)
    await eventually(() => first.printed().trimEnd().split('\n').length === news.length)
    await first.stop()
  })

  it.runIf(isRunnable)(
    'reads everything again into a filled store without storing any event twice',
    async () => {
      const all = await emitted()
      const second = await start(program, file, `${group()}-second`)
      const empty = await start(program, `second-${file}`, `${group()}-empty`)
      await Promise.all([untilCommitted(`${group()}-second`), untilCommitted(`${group()}-empty`)])
      expect(kept(`second-${file}`)).toEqual(all)
      expect(kept(file)).toEqual(all)
      expect(second.printed()).toBe('')
      await Promise.all([second.stop(), empty.stop()])
    },
  )
})

it('docs/consume.md names every message header and every topic', async () => {
  const page = await readFile(join(projectFolder, 'docs/consume.md'), 'utf8')
  const names = new Set<string>()
  for (const { name } of topics) {
    for (const { headers } of await readTopic(service.settings, name)) {
      for (const header of Object.keys(headers)) names.add(header)
    }
    expect(page).toContain(`\`${name}\``)
  }
  expect(names.size).toBeGreaterThan(8)
  for (const name of names) expect(page, name).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'mu'))
})
