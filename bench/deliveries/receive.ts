import { createServer } from 'node:http'

/** A receiver in a process of its own: reads each body and answers 204. Its argument is the port. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
