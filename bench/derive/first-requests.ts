import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { startCommand } from '../service/child-process.ts'
import type { Scratch } from '../service/scratch-database.ts'
import { untilListening } from '../service/until-listening.ts'

export type FirstRequest = {
  readonly path: string
  readonly bytes: number
  /** The first request derives the result. */
  readonly cold_ms: number
  /** The least of five further requests, which read what is stored. */
  readonly warm_ms: number
}

type Versions = { readonly data: readonly { readonly diff: { readonly url: string } | null }[] }

const WARM_REQUESTS = 5

/**
 * Asks an API process for results of a bill from which nothing is derived yet. Throws if an answer is not 200: an error
 * takes no time that anyone wants to know.
 */
export async function measureFirstRequests({ settings, database }: Scratch): Promise<FirstRequest[]> {
  const api = startCommand('api', ['api'], settings)
  const origin = `http://${settings.host}:${settings.port}`
  try {
    await untilListening(origin)
    const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'enterprise'))
    const ask = async (path: string): Promise<{ body: Buffer; ms: number }> => {
      const began = performance.now()
      const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
      const body = Buffer.from(await answer.arrayBuffer())
      const ms = performance.now() - began
      if (answer.status !== 200)
        throw new Error(`GET ${path} answered ${answer.status}, not 200: ${String(body).slice(0, 500)}`)
      return { body, ms }
    }
    const { rows } = await database.query<{ id: number }>(
      'SELECT bill_id AS id FROM read_0001.bill_versions GROUP BY bill_id HAVING count(*) > 1 ORDER BY bill_id LIMIT 1',
    )
    const bill = `/v1/bills/${rows[0]!.id}`
    const versions = JSON.parse(String((await ask(`${bill}/versions`)).body)) as Versions
    const { url } = versions.data.find(({ diff }) => diff !== null)!.diff!
    const paths = [`${bill}/text?format=sections`, url, `${bill}/changes`, `${bill}/explain`, bill]
    const measured: FirstRequest[] = []
    for (const path of paths) {
      const { body, ms: cold_ms } = await ask(path)
      let warm_ms = Number.POSITIVE_INFINITY
      for (let at = 0; at < WARM_REQUESTS; at += 1) warm_ms = Math.min(warm_ms, (await ask(path)).ms)
      measured.push({ path, bytes: body.length, cold_ms, warm_ms })
    }
    return measured
  } finally {
    await api.stop()
  }
}
