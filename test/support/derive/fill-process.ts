import { fillBills } from '../../../derive/service/fill-bills.ts'
import { createThreadPool } from '../../../derive/threads/thread-pool.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { testMethods } from './derive-world.ts'

/** A process of its own that derives with the methods of the tests, so that it can be killed. */
const settings = readSettings(process.env)
const database = createDatabase(settings)
const pool = createThreadPool(testMethods, { threads: 1, most_waiting: 100, heap_mb: 256 })
await fillBills({
  database,
  pool,
  module: testMethods,
  threads: 1,
  objects: createObjectStore(settings),
  signal: new AbortController().signal,
})
await pool.close()
await database.end()
