import { searchOf as searchPages } from '../../support/fakes/federal-register-api.ts'

export type Reply = {
  readonly status?: number
  readonly type?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The search of the Federal Register, which fails for the weeks of publication that begin in `failing`, such as 2025-06. */
export function searchOf(
  documents: ReturnType<Parameters<typeof searchPages>[0]>,
  failing: string,
  query: URLSearchParams,
): Reply {
  const from = query.get('conditions[publication_date][gte]')
  if (from?.startsWith(failing) === true) return { status: 500 }
  const { body } = searchPages(() => documents)({ method: 'GET', path: '', query, headers: {}, times: 1 })
  return { type: 'application/json', text: JSON.stringify(body) }
}
