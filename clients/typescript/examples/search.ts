// Lists bills about a subject: TOKEN=… node search.ts wa 'school meals'
import { createClient } from 'legislog-client'

const { TOKEN = '', BASE = 'http://127.0.0.1:8080' } = process.env
const [jurisdiction = 'zz', q = 'water'] = process.argv.slice(2)
const legislog = createClient({ base_url: BASE, token: TOKEN })

for await (const bill of legislog.items('/v1/bills', { query: { jurisdiction, q } })) {
  console.log(`${bill.identifier}: ${bill.title} (${bill.status})`)
}
