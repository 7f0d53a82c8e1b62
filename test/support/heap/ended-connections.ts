import { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { eventually } from '../harness/eventually.ts'
import { countInstances } from './count-instances.ts'

export type EndedConnectionsInput = { readonly settings: Settings; readonly count: number }
export type EndedConnections = {
  readonly sockets_before: number
  readonly sockets: number
  readonly error_listeners: number
}

/** Lets Postgres end connections of a pool, waits until the pool has none, and counts what is left of them. */
const { settings, count } = workerData as EndedConnectionsInput
const database = createDatabase(settings, { application_name: 'legislog test' })
// The query fails, because its own connection ends.
const endOne = () => database.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {})
await endOne()
const sockets_before = countInstances(Socket)
for (let time = 0; time < count; time++) await endOne()
await eventually(() => database.totalCount === 0)
const error_listeners = database.listenerCount('error')
// A socket is released some turns after its end. If one never is, the test sees it in the counts.
await eventually(() => countInstances(Socket) <= sockets_before).catch(() => {})
const ended: EndedConnections = { sockets_before, sockets: countInstances(Socket), error_listeners }
await database.end()
parentPort!.postMessage(ended)
