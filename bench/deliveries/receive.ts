import { createServer, type ServerResponse } from 'node:http'

/**
 * A receiver in a separate process that answers 204. The first argument is its port, the second the delay in
 * ms under `/slow`. Under `/timed` it keeps when each action came, until GET / asks for that; from PUT
 * /failing until PUT /answering it answers 500 there.
 */
const [, , port = '0', slow_ms = '0'] = process.argv
let times: [number: number, at_ms: number][] = []
let isFailing = false

const server = createServer((request, response) => {
  if (request.method === 'GET') return report(response)
  const { url = '' } = request
  if (request.method === 'PUT') {
    isFailing = url === '/failing'
    return void response.writeHead(204).end()
  }
  const answer = () => response.writeHead(204).end()
  if (!url.startsWith('/timed'))
    return void request
      .resume()
      .on('end', () => (url.startsWith('/slow') ? setTimeout(answer, Number(slow_ms)) : answer()))
  if (isFailing) return void request.resume().on('end', () => response.writeHead(500).end())
  const at_ms = Date.now()
  const chunks: Buffer[] = []
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: { description: string } }
      times.push([Number(/\d+/.exec(data.description)?.[0]), at_ms])
      answer()
    })
})

function report(response: ServerResponse): void {
  response.end(JSON.stringify(times))
  times = []
}

server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
