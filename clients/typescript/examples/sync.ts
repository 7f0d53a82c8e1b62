// Keeps a copy of a collection in SQLite: TOKEN=… node sync.ts copy.db /v1/bills
// Run it again at any time, also after it was killed: it goes on from its checkpoint.
import { DatabaseSync } from 'node:sqlite'
import { createClient } from 'legislog-client'

const { TOKEN = '', BASE = 'http://127.0.0.1:8080' } = process.env
const [file = 'copy.db', path = '/v1/bills'] = process.argv.slice(2)
const collection = path as '/v1/bills'
const legislog = createClient({ base_url: BASE, token: TOKEN })

const copy = new DatabaseSync(file)
copy.exec(`
  CREATE TABLE IF NOT EXISTS item (path TEXT, id, body TEXT, PRIMARY KEY (path, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS place (path TEXT PRIMARY KEY, checkpoint TEXT)`)
const kept = copy.prepare('SELECT checkpoint FROM place WHERE path = ?').get(path)
const checkpoint = kept?.checkpoint as string | undefined

for await (const batch of legislog.changes(collection, { checkpoint })) {
  copy.exec('BEGIN')
  if (batch.starts_over) copy.prepare('DELETE FROM item WHERE path = ?').run(path)
  for (const item of batch.changed) {
    copy.prepare('INSERT OR REPLACE INTO item VALUES (?, ?, ?)').run(path, item.id, JSON.stringify(item))
  }
  for (const { id } of batch.deleted) copy.prepare('DELETE FROM item WHERE path = ? AND id = ?').run(path, id)
  copy.prepare('INSERT OR REPLACE INTO place VALUES (?, ?)').run(path, batch.checkpoint)
  copy.exec('COMMIT')
  console.log(`${batch.changed.length} changed, ${batch.deleted.length} deleted`)
}
copy.close()
