// Follows a bill, so that webhooks of the account report it: TOKEN=… node follow.ts 1042
import { ApiError, createClient } from 'legislog-client'

const { TOKEN = '', BASE = 'http://127.0.0.1:8080' } = process.env
const legislog = createClient({ base_url: BASE, token: TOKEN })

try {
  const { data } = await legislog.api.POST('/v1/follows', { body: { bill_id: Number(process.argv[2]) } })
  console.log(`follows ${data?.bill.identifier}: ${data?.bill.title}`)
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}
