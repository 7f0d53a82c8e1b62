import type { Command } from 'commander'
import { readSettings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import {
  type Addresses,
  addresses,
  bringUp,
  reset,
  type ServiceStatus,
  status,
  takeDown,
} from '../../stack/stack.ts'
import { liveReadSchemaAt } from '../context/live-read-schema.ts'
import { type Answer, setAction, table } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'

export function registerStack(program: Command): void {
  const stack = program
    .command('stack')
    .description('manage the local services: Kafka, schema registry, Postgres, Redis')
  setAction(stack.command('up').description('start the services that are not running'), up)
  setAction(stack.command('down').description('stop the private services and keep their data'), down)
  setAction(stack.command('status').description('ask each service whether it answers'), showStatus)
  setAction(
    stack
      .command('env')
      .description('print the addresses and passwords of the services, as lines for a shell'),
    showAddresses,
  )
  setAction<{ yes?: boolean }>(
    stack
      .command('reset')
      .description('stop the private services and delete their data')
      .option('--yes', 'delete the data without asking'),
    ({ options }) => resetStack(options.yes === true),
  )
}

async function up(): Promise<Answer> {
  const settings = readSettings(process.env)
  const started_ms = Date.now()
  const progress = showProgress()
  try {
    await bringUp(settings, progress.report)
  } finally {
    progress.end()
  }
  const seconds = Number(((Date.now() - started_ms) / 1000).toFixed(2))
  const services = await status(settings)
  return { text: `${statusTable(services)}\nup in ${seconds} s`, json: { services, seconds } }
}

async function down(): Promise<Answer> {
  const progress = showProgress()
  const stopped = await takeDown(readSettings(process.env), progress.report)
  progress.end()
  return { text: stopped.length === 0 ? 'nothing ran' : 'down', json: { stopped } }
}

async function showStatus(): Promise<Answer> {
  const services = await status(readSettings(process.env))
  const ready = services.every((service) => service.state === 'ready')
  return { text: statusTable(services), json: { ready, services } }
}

async function showAddresses(): Promise<Answer> {
  const found = addresses(readSettings(process.env))
  if (found === undefined) {
    throw new LegislogError(
      'service_failed',
      'the private services were never started: run legislog stack up',
    )
  }
  const readSchema = await liveReadSchemaAt(found.database_url)
  return { text: addressLines(found, readSchema), json: { ...found, read_schema: readSchema } }
}

async function resetStack(confirmed: boolean): Promise<Answer> {
  const settings = readSettings(process.env)
  if (!confirmed) {
    throw new LegislogError('usage', `this deletes all data in ${settings.home}; confirm with --yes`)
  }
  const progress = showProgress()
  await reset(settings, progress.report)
  progress.end()
  return { text: 'reset', json: { reset: true } }
}

function addressLines(found: Addresses, readSchema: string | null): string {
  const lines = Object.entries(settingsEnvironment(found))
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${shellWord(value)}`)
  return [...lines, `# live read schema: ${readSchema ?? 'none yet'}`].join('\n')
}

/** Passwords of services in the settings may contain any character. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function statusTable(services: readonly ServiceStatus[]): string {
  return table(
    services.map((service) => [
      service.name,
      service.state,
      service.address,
      service.private ? (service.pid === undefined ? '' : `pid ${service.pid}`) : 'not ours',
      service.resident_mb === undefined ? '' : `${service.resident_mb} MB`,
    ]),
  )
}
