import { createServer } from 'node:http'
import { argv } from 'node:process'
import { request } from 'undici'

/**
 * Shows the cost of sending the bytes alone. `node bare-server.ts <port> <origin>` requests each address from
 * the API once, then answers with the same bytes and headers from memory.
 */
const [port, origin] = [Number(argv[2]), argv[3]!]
const answers = new Map<string, Promise<{ headers: Record<string, string>; body: Buffer }>>()

async function readAnswer(path: string, authorization: string) {
  const { headers, body, statusCode } = await request(`${origin}${path}`, { headers: { authorization } })
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  const { connection: _, 'keep-alive': __, ...own } = headers as Record<string, string>
  return { headers: own, body: Buffer.from(await body.arrayBuffer()) }
}

createServer(async (asked, reply) => {
  const path = asked.url ?? '/'
  let answer = answers.get(path)
  if (answer === undefined) {
    answer = readAnswer(path, asked.headers.authorization ?? '')
    answers.set(path, answer)
  }
  const { headers, body } = await answer
  reply.writeHead(200, headers).end(body)
}).listen(port, '127.0.0.1')
