// Calls the API, and waits if the answer has Retry-After: TOKEN=… node patient-call.ts '/v1/bills?limit=1'
import { setTimeout as delay } from 'node:timers/promises'

const { TOKEN = '', BASE = 'http://127.0.0.1:8080' } = process.env

type Problem = { status: number; code: string; detail: string; request_id: string }

async function call(path: string, attempts = 5): Promise<unknown> {
  const answer = await fetch(BASE + path, { headers: { authorization: `Bearer ${TOKEN}` } })
  if (answer.ok) return answer.json()
  const problem = (await answer.json()) as Problem
  const wait_s = answer.headers.get('retry-after')
  if (wait_s !== null && attempts > 1) {
    await delay(Number(wait_s) * 1_000)
    return call(path, attempts - 1)
  }
  throw new Error(`${problem.code}: ${problem.detail} (${problem.request_id})`)
}

console.log(JSON.stringify(await call(process.argv[2] ?? '/v1/bills?limit=1')))
