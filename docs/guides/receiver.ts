// Receives webhooks: SECRET=whsec_… PORT=9000 node receiver.ts
// It needs only Node. Every delivery is verified, stored once, and answered before it is used.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const { SECRET = '', PORT = '9000', FILE = 'deliveries.db' } = process.env
const TOLERANCE_S = 300
const MOST_BYTES = 1024 * 1024

const store = new DatabaseSync(FILE)
store.exec('CREATE TABLE IF NOT EXISTS delivery (key TEXT PRIMARY KEY, body TEXT NOT NULL)')
const insert = store.prepare('INSERT OR IGNORE INTO delivery VALUES (?, ?)')

/** Each of the three headers has two names: ours, and that of the Standard Webhooks. */
function header(request: IncomingMessage, ours: string, standard: string): string {
  return String(request.headers[ours] ?? request.headers[standard] ?? '')
}

/** The idempotency key of a genuine delivery; undefined for anything else. */
function verified(request: IncomingMessage, body: Buffer): string | undefined {
  const key = header(request, 'x-service-idempotency-key', 'webhook-id')
  const timestamp = header(request, 'x-service-timestamp', 'webhook-timestamp')
  const signatures = header(request, 'x-service-signature', 'webhook-signature')
  if (key === '' || !/^\d+$/.test(timestamp)) return undefined
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_S) return undefined
  const secret = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')
  // Verify the received bytes: JSON that was parsed and written again has another signature.
  const wanted = createHmac('sha256', secret).update(`${key}.${timestamp}.`).update(body).digest()
  // While a secret is rotated there are two signatures, one of each secret.
  const isOurs = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  return isOurs ? key : undefined
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const body = await bodyOf(request).catch(() => undefined)
  if (body === undefined) return response.writeHead(413).end()
  const key = verified(request, body)
  if (key === undefined) return response.writeHead(401).end()
  // A delivery may come twice, always under one key: the second changes nothing.
  const { changes } = insert.run(key, body.toString('utf8'))
  console.log(changes === 1 ? `new ${key}` : `again ${key}`)
  return response.writeHead(204).end()
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
