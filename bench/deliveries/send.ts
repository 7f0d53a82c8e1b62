import { Pool } from 'undici'

/**
 * Raw undici in a separate process. The arguments are the number of posts, their bytes, and the number in
 * flight.
 */
const [, , url = '', count = '0', bytes = '0', at_once = '1'] = process.argv
const body = Buffer.alloc(Number(bytes), 'x')
const { origin, pathname: path } = new URL(url)
const pool = new Pool(origin, { connections: Number(at_once), pipelining: 1 })
let left = Number(count)
const began = performance.now()

async function sendSome(): Promise<void> {
  while (left-- > 0) {
    const response = await pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await response.body.dump()
  }
}

await Promise.all(Array.from({ length: Number(at_once) }, sendSome))
await pool.close()
const { user, system } = process.cpuUsage()
process.stdout.write(
  `${JSON.stringify({ seconds: (performance.now() - began) / 1000, cpu_s: (user + system) / 1e6 })}\n`,
)
