import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { startCommand } from '../service/child-process.ts'
import type { Scratch } from '../service/scratch-database.ts'
import { untilListening } from '../service/until-listening.ts'

export type FirstRequest = {
  readonly path: string
  readonly status: number
  /** The first request derives the result. */
  readonly cold_ms: number
  /** The least of five further requests, which read what is stored. */
  readonly warm_ms: number
}

const PARTS = ['text?format=sections', 'changes', 'explain']
const WARM_REQUESTS = 5

/** Asks an API process for results of a bill from which nothing is derived yet. */
export async function measureFirstRequests({ settings, database }: Scratch): Promise<FirstRequest[]> {
  const api = startCommand('api', ['api'], settings)
  const origin = `http://${settings.host}:${settings.port}`
  try {
    await untilListening(origin)
    const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'enterprise'))
    const ask = async (path: string): Promise<{ status: number; ms: number }> => {
      const began = performance.now()
      const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      return { status: answer.status, ms: performance.now() - began }
    }
    const { rows } = await database.query<{ id: number }>(
      'SELECT bill_id AS id FROM read_0001.bill_versions GROUP BY bill_id HAVING count(*) > 1 ORDER BY bill_id LIMIT 1',
    )
    const id = rows[0]!.id
    // The first request of a process also reads accounts and settings.
    await ask(`/v1/bills/${id}`)
    const measured: FirstRequest[] = []
    for (const part of PARTS) {
      const path = `/v1/bills/${id}/${part}`
      const { status, ms: cold_ms } = await ask(path)
      let warm_ms = Number.POSITIVE_INFINITY
      for (let at = 0; at < WARM_REQUESTS; at += 1) warm_ms = Math.min(warm_ms, (await ask(path)).ms)
      measured.push({ path, status, cold_ms, warm_ms })
    }
    return measured
  } finally {
    await api.stop()
  }
}
