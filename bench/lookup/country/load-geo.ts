import { openContext } from '../../../cli/context/context.ts'
import { reconcileGeo } from '../../../locate/load/reconcile.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'

/** The real loader in a process of its own, so that its memory can be measured. Prints what it loaded as JSON. */
const { settings, log } = await openContext({ name: 'bench', needs: ['postgres'] })
const database = createDatabase(settings, { application_name: 'legislog bench lookup load' })
const signal = new AbortController().signal
const done = await reconcileGeo({ database, objects: createObjectStore(settings), signal, log })
await database.end()
process.stdout.write(`${JSON.stringify(done ?? null)}\n`)
