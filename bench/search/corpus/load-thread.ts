import { parentPort, workerData } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { PoolClient } from 'pg'
import type { Plan } from '../../../corpus/plan/plan.ts'
import { readProfile } from '../../../corpus/profile/profile.ts'
import { defineTable, required } from '../../../projections/read-model/table.ts'
import { RowMessages } from '../../../projections/rebuild/fold/row-messages.ts'
import { copyIn } from '../../../projections/rows/copy-in.ts'
import { CopyMessage } from '../../../projections/rows/copy-message.ts'
import { textWords } from '../../../projections/search/index-text.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import { createDatabase, inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { BillRows, sha256Of } from './bill-rows.ts'
import type { SectionSample } from './drawn-texts.ts'

export type LoadOptions = {
  readonly settings: Settings
  readonly plan: Plan
  /** The partition of each bill. */
  readonly partitions: Uint8Array
  readonly sections: readonly SectionSample[]
  readonly read_schema: string
}

const FULL_BYTES = 8 * 1024 * 1024
const OBJECTS_AT_ONCE = 16

/** The columns of search.text that an indexer writes. */
const textTable = defineTable({
  name: 'text',
  columns: {
    sha256: required('text'),
    words: required('words'),
    characters: required('integer'),
    indexed_characters: required('integer'),
    terms: required('id_list'),
    impacts: required('integer_list'),
  },
  key: 'sha256',
})
const COPY_TEXTS = `COPY search.text (${Object.keys(textTable.columns).join(', ')}) FROM STDIN (FORMAT binary)`

const { settings, plan, partitions, sections, read_schema } = workerData as LoadOptions
const database = createDatabase(settings, { application_name: 'legislog bench search' })
const objects = createObjectStore(settings)
const rows = new BillRows({ plan, corpus: readProfile(), sections })
const messages = new RowMessages()
const texts = new CopyMessage(textTable)
const atOnce = pLimit(OBJECTS_AT_ONCE)

/** Loads the bills of one partition in one transaction, in the order of a load. */
function load(partition: number): Promise<void> {
  return inTransaction(database, async (client) => {
    // Beside other work, the next bills may take longer than a session may be idle.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const waiting: Promise<unknown>[] = []
    for (let bill = 0; bill < plan.bills; bill++) {
      if (partitions[bill] !== partition) continue
      const { rows: changes, text } = rows.of(bill)
      messages.add(changes)
      if (text !== undefined) {
        texts.add({ sha256: sha256Of(text), characters: text.length, ...textWords(text) })
        waiting.push(atOnce(() => objects.put(Buffer.from(text), 'text/plain')))
      }
      if (messages.bytes + texts.bytes < FULL_BYTES) continue
      await write(client)
      await Promise.all(waiting.splice(0))
    }
    await write(client)
    await Promise.all(waiting)
    await client.query('INSERT INTO bench.loaded_partition (partition) VALUES ($1)', [partition])
  })
}

async function write(client: PoolClient): Promise<void> {
  await messages.write(client, read_schema)
  if (texts.rows > 0) await copyIn(client, COPY_TEXTS, texts.finish())
  messages.clear()
  texts.clear()
}

parentPort!.on('message', async (partition: number | null) => {
  if (partition === null) {
    await database.end()
    parentPort!.close()
    return
  }
  await load(partition)
  parentPort!.postMessage(partition)
})
parentPort!.postMessage(null)
