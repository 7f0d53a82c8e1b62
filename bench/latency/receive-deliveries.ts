import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A customer's endpoint that answers 204 at once and reports the bill of each delivery. */
export async function receiveDeliveries(
  onDelivered: (billId: number) => void,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      event: string
      data: { bill_id?: number }
    }
    // An action and the status it led to are one commit: the action stands for both.
    if (body.event !== 'bill.status_changed' && body.data.bill_id !== undefined)
      onDelivered(body.data.bill_id)
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
