import type { Command } from 'commander'
import { listAccounts } from '../../api/accounts/accounts.ts'
import { addAuditEntry, OPERATOR } from '../../api/audit/audit-entry.ts'
import { provideAccount } from '../../api/audit/operator-changes.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { listDeliveries } from '../../webhooks/delivery-log/deliveries.ts'
import type { Owner } from '../../webhooks/endpoint/owner.ts'
import { webhookEventTypes } from '../../webhooks/event-types/event-types.ts'
import { normalizeFilter } from '../../webhooks/subscriptions/endpoint-request.ts'
import { openEndpointService } from '../../webhooks/subscriptions/endpoint-service.ts'
import type { Endpoints } from '../../webhooks/subscriptions/endpoints.ts'
import { openContext } from '../context/context.ts'
import { type Answer, setAction, table } from '../output/answer.ts'
import { createBillDirectory } from '../wiring/bill-directory.ts'

type Opened = { database: Database; endpoints: Endpoints; owner: Owner }
type CreateOptions = {
  account: string
  url: string
  events: string[]
  jurisdiction?: string[]
  subject?: string[]
  bill?: string[]
  topic?: string
  followed?: true
}

const verbs = [
  ['enable', 'enable an endpoint again'],
  ['disable', 'disable an endpoint: new events are skipped'],
  ['pause', 'pause an endpoint: new events wait, for a week at most'],
  ['resume', 'resume a paused endpoint'],
] as const

/** Webhook endpoints of an account; the same as over HTTP. */
export function registerEndpoint(program: Command): void {
  const endpoint = program.command('endpoint').description('webhook endpoints')
  registerCreate(endpoint)

  setAction<{ account: string }>(
    endpoint
      .command('list')
      .requiredOption('--account <name>')
      .description('list the endpoints of an account'),
    ({ options }) =>
      withEndpoints(options.account, async ({ endpoints, owner }) => {
        const list = await endpoints.list(owner)
        const rows = list.map(({ id, url, events, status, failures_in_row }) => [
          String(id),
          url,
          events.join(','),
          status,
          String(failures_in_row),
        ])
        return {
          text: table([['ID', 'ADDRESS', 'EVENTS', 'STATUS', 'FAILURES'], ...rows]),
          json: { endpoints: list },
        }
      }),
  )

  onOne(endpoint, 'delete', 'delete an endpoint and its deliveries', async (opened, id) => {
    const { endpoints, owner } = opened
    await endpoints.remove(owner, id)
    await note(opened, 'deleteWebhookEndpoint', id)
    return { text: `deleted ${id}`, json: { id } }
  })
  for (const [verb, description] of verbs) {
    onOne(endpoint, verb, description, async (opened, id) => {
      const { status } = await opened.endpoints[verb](opened.owner, id)
      await note(opened, `${verb}WebhookEndpoint`, id)
      return { text: `${id} is ${status}`, json: { id, status } }
    })
  }
  onOne(
    endpoint,
    'rotate',
    'create a new secret; the old one also signs for one more day',
    async (opened, id) => {
      const { secret } = await opened.endpoints.rotateSecret(opened.owner, id, 86_400)
      await note(opened, 'rotateWebhookSecret', id)
      return { text: secret, json: { id, secret } }
    },
  )
  onOne(endpoint, 'test', 'send an example event and show the result', async (opened, id) => {
    const result = await opened.endpoints.test(opened.owner, id, undefined)
    await note(opened, 'testWebhookEndpoint', id)
    const text = result.delivered
      ? `delivered in ${result.duration_ms} ms`
      : `not delivered: ${result.error ?? 'no answer'}`
    return { text, json: result, failed: !result.delivered }
  })
  onOne(endpoint, 'deliveries', 'list the newest hundred deliveries of an endpoint', async (opened, id) => {
    await opened.endpoints.get(opened.owner, id)
    const page = { after: undefined, limit: 100, now: systemClock.now() }
    const deliveries = await listDeliveries(opened.database, opened.owner, { endpoint_id: id }, page)
    const rows = deliveries.map((row) => [
      row.id,
      row.event,
      row.status,
      String(row.attempts),
      row.last_error ?? String(row.last_status ?? '-'),
    ])
    return { text: table([['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST'], ...rows]), json: { deliveries } }
  })
}

function registerCreate(endpoint: Command): void {
  setAction<CreateOptions>(
    endpoint
      .command('create')
      .requiredOption(
        '--account <name>',
        'name of the account; it is created with the tier business if it does not exist',
      )
      .requiredOption('--url <address>', 'https address that receives the webhooks')
      .requiredOption('--events <event...>', `${webhookEventTypes.join(', ')}, or '*' for all`)
      .option('--jurisdiction <name...>', 'only events of these jurisdictions')
      .option('--subject <subject...>', 'only events of bills with one of these subjects')
      .option('--bill <id...>', 'only events of these bills')
      .option('--topic <words>', 'only events of bills that mention these words')
      .option('--followed', 'only events of bills that the account follows')
      .description('register an endpoint and print its secret once'),
    ({ options }) =>
      withEndpoints(
        options.account,
        async (opened) => {
          const { database, endpoints, owner } = opened
          const filter = normalizeFilter({
            ...(options.jurisdiction === undefined ? {} : { jurisdictions: options.jurisdiction }),
            ...(options.subject === undefined ? {} : { subjects: options.subject }),
            ...(options.bill === undefined ? {} : { bill_ids: options.bill.map(idOption) }),
            ...(options.topic === undefined ? {} : { topic: options.topic }),
            followed: options.followed === true,
          })
          const bills = createBillDirectory({ rows: database, newest: database })
          const { endpoint: made, secret } = await endpoints.create(
            owner,
            { url: options.url, events: options.events.flatMap((word) => word.split(',')), filter },
            { tracked_bills: await bills.about(filter) },
          )
          await note(opened, 'createWebhookEndpoint', made.id)
          return { text: `endpoint ${made.id}, secret ${secret}`, json: { id: made.id, secret } }
        },
        { make: true },
      ),
  )
}

function onOne(
  endpoint: Command,
  name: string,
  description: string,
  work: (opened: Opened, id: number) => Promise<Answer>,
): void {
  setAction<{ account: string }>(
    endpoint
      .command(name)
      .argument('<id>')
      .requiredOption('--account <name>', 'account that owns the endpoint')
      .description(description),
    ({ args, options }) => withEndpoints(options.account, (opened) => work(opened, idOption(args[0]!))),
  )
}

/** The change is made already, and its answer may have a secret: what the log cannot take is said beside it. */
async function note({ database, owner }: Opened, action: string, id: number): Promise<void> {
  const entry = { account_id: owner.id, actor: OPERATOR, action, path: `/v1/webhook_endpoints/${id}` }
  await addAuditEntry(database, entry).catch((error: unknown) =>
    process.stderr.write(`the change is not in the audit log: ${(error as Error).message}\n`),
  )
}

function idOption(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new LegislogError('usage', `${JSON.stringify(text)} is not an id: it must be a whole number`)
}

async function withEndpoints(
  account: string,
  work: (opened: Opened) => Promise<Answer>,
  options: { make?: boolean } = {},
): Promise<Answer> {
  const { settings } = await openContext({ needs: ['postgres', 'kafka'] })
  const database = createDatabase(settings, { application_name: 'legislog endpoint' })
  try {
    const owner = await ownerOf(database, account, options.make === true)
    const kafka = createKafka(settings, 'legislog-endpoint')
    const service = await openEndpointService({ settings, database, kafka, clock: systemClock })
    try {
      return await work({ database, endpoints: service.endpoints, owner })
    } finally {
      await service.close()
    }
  } finally {
    await database.end()
  }
}

async function ownerOf(database: Database, name: string, make: boolean): Promise<Owner> {
  const found = (await listAccounts(database)).find((account) => account.name === name)
  if (found !== undefined) return found
  if (make) return provideAccount(database, name, 'business')
  throw new LegislogError('not_found', `there is no account ${JSON.stringify(name)}`)
}
