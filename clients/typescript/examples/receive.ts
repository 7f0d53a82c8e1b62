// Receives webhooks: SECRET=whsec_… PORT=9000 node receive.ts
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook, WebhookError } from 'legislog-client'

const { SECRET = '', PORT = '9000' } = process.env
const handled = new Set<string>()

const server = createServer(async (request, response) => {
  try {
    const { key, event } = verifyWebhook({
      headers: request.headers,
      body: await buffer(request),
      secrets: [SECRET],
    })
    if (!handled.has(key)) console.log(`${event.event} ${JSON.stringify(event.data)}`)
    handled.add(key) // in your program: store the key and the event in one transaction
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    response.writeHead(401).end(error.message)
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
