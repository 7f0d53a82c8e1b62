// Keeps a copy of collections in a SQLite file: TOKEN=… node sync-copy.ts copy.db bills legislators committees
// You can run it any number of times: it asks only for changes, and continues after a stop.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

type Item = { id: number | string; deleted?: true }
type Page = { data: Item[]; next_cursor: string | null }
type Walk = { since: string; cursor: string | null }

const BEGINNING: Walk = { since: '1970-01-01', cursor: null }
const { TOKEN = '', BASE = 'http://127.0.0.1:8080' } = process.env
const [file = 'copy.db', ...collections] = process.argv.slice(2)

const copy = new DatabaseSync(file)
copy.exec(`
  CREATE TABLE IF NOT EXISTS item (collection TEXT, id, body TEXT, PRIMARY KEY (collection, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS walk (collection TEXT PRIMARY KEY, since TEXT, cursor TEXT);`)
const readWalk = copy.prepare('SELECT since, cursor FROM walk WHERE collection = ?')
const saveWalk = copy.prepare('INSERT OR REPLACE INTO walk VALUES (?, ?, ?)')
const saveItem = copy.prepare('INSERT OR REPLACE INTO item VALUES (?, ?, ?)')
const dropItem = copy.prepare('DELETE FROM item WHERE collection = ? AND id = ?')
const dropAll = copy.prepare('DELETE FROM item WHERE collection = ?')

/** Asks; if the service says Retry-After, it waits for that time and asks again. */
async function ask(url: URL): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } }).catch(() => undefined)
    if (answer !== undefined && answer.status !== 429 && answer.status < 500) return answer
    if (attempt === 8) throw new Error(`${url}: ${answer?.status ?? 'no answer'}`)
    const wait_s = Number(answer?.headers.get('retry-after') ?? 2 ** attempt)
    await delay(wait_s * 1_000)
  }
}

/** Saves a page and the next position in one transaction, so that both always agree. */
function save(collection: string, page: Page, next: Walk): void {
  copy.exec('BEGIN')
  for (const item of page.data) {
    if (item.deleted) dropItem.run(collection, item.id)
    else saveItem.run(collection, item.id, JSON.stringify(item))
  }
  saveWalk.run(collection, next.since, next.cursor)
  copy.exec('COMMIT')
}

async function sync(collection: string): Promise<number> {
  let walk = (readWalk.get(collection) as Walk | undefined) ?? BEGINNING
  let changes = 0
  do {
    const url = new URL(`${BASE}/v1/${collection}`)
    url.searchParams.set('updated_since', walk.since)
    url.searchParams.set('include', 'deleted')
    url.searchParams.set('limit', '200')
    if (walk.cursor !== null) url.searchParams.set('cursor', walk.cursor)
    const answer = await ask(url)
    if (answer.status === 410) {
      // The feed was rebuilt: start again from the beginning, with an empty copy.
      dropAll.run(collection)
      walk = BEGINNING
      saveWalk.run(collection, walk.since, walk.cursor)
      continue
    }
    if (!answer.ok) throw new Error(await answer.text())
    const page = (await answer.json()) as Page
    // Only the last page gives the start of the next walk; other pages keep `since` and give a cursor.
    const since = page.next_cursor === null ? String(answer.headers.get('x-sync-through')) : walk.since
    walk = { since, cursor: page.next_cursor }
    save(collection, page, walk)
    changes += page.data.length
  } while (walk.cursor !== null || walk === BEGINNING)
  return changes
}

for (const collection of collections) console.log(`${collection}: ${await sync(collection)} changes`)
copy.close()
