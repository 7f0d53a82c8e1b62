import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Command } from 'commander'
import { apiOrigin } from '../../runtime/settings/api-origin.ts'
import { homeFolder, readSettings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { isSignedBy } from '../../webhooks/secrets/signature.ts'
import { setAction } from '../output/answer.ts'
import { outputUnread } from '../process/broken-pipe.ts'
import { untilStopped } from '../process/until-stopped.ts'

type Options = { port: string; api?: string; events: string[]; jurisdiction?: string[] }

export function registerReceive(program: Command): void {
  setAction<Options>(
    program
      .command('receive')
      .description(
        'run a local receiver: register an endpoint of the demo account and print verified deliveries',
      )
      .option('--port <port>', 'port to listen on; 0 chooses a free port', '0')
      .option('--api <address>', 'address of the API')
      .option('--events <event...>', 'event types', ['*'])
      .option('--jurisdiction <jurisdiction...>', 'only events of these jurisdictions'),
    async ({ options }) => {
      const settings = readSettings(process.env)
      const api = options.api ?? apiOrigin(settings)
      const token = await readFile(join(homeFolder(settings), 'demo-token'), 'utf8').catch((cause) => {
        throw new LegislogError('usage', 'there is no demo account yet: start with npm start', { cause })
      })
      return { json: { received: await receive(api, token.trim(), options) } }
    },
  )
}

async function receive(api: string, token: string, options: Options): Promise<number> {
  let secret = ''
  let received = 0
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const headers = {
      key: headerOf(request, 'x-service-idempotency-key'),
      timestamp: headerOf(request, 'x-service-timestamp'),
      signature: headerOf(request, 'x-service-signature'),
    }
    const signed = isSignedBy(secret, headers, body, new Date())
    response.writeHead(signed ? 204 : 401).end()
    if (signed) received += 1
    process.stdout.write(`${signed ? 'verified' : 'REFUSED '} ${headers.key} ${body.toString('utf8')}\n`)
  })
  server.listen(Number(options.port), '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const filter = options.jurisdiction === undefined ? {} : { jurisdictions: options.jurisdiction }
  try {
    const made = await call(api, token, 'POST', '/v1/webhook_endpoints', {
      url,
      events: options.events,
      filter,
    })
    secret = String(made.secret)
    process.stderr.write(`endpoint ${made.id} at ${url}, secret ${secret}; Ctrl-C removes it\n`)
    // The command only prints, so it ends when nothing reads its output anymore.
    await Promise.race([untilStopped(), untilAborted(outputUnread)])
    await call(api, token, 'DELETE', `/v1/webhook_endpoints/${made.id}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return received
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function call(
  api: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause) => {
    throw new LegislogError('service_failed', `the API at ${api} does not answer`, { cause })
  })
  const text = await answer.text()
  if (!answer.ok) throw new LegislogError('service_failed', `${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
