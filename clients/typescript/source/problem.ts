/** One fault of a request: which parameter or member, and what is wrong with it. */
export type Fault = {
  readonly parameter?: string
  readonly pointer?: string
  readonly detail: string
}

/** The body of every refusal (RFC 9457). `code` is of a closed list: see docs/errors.md of the service. */
export type Problem = {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly request_id: string
  readonly errors?: readonly Fault[]
}

/** The service refused a request. Decide by `status` and `code`; the message is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Name it if you report a fault of the service. */
  readonly request_id: string | undefined
  readonly errors: readonly Fault[]

  constructor(status: number, problem: Partial<Problem>, url: string) {
    super(
      `${status} ${problem.code ?? 'unknown'}: ${problem.detail ?? problem.title ?? 'no details'} (${url})`,
    )
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.request_id = problem.request_id
    this.errors = problem.errors ?? []
  }
}

/** A proxy between may answer with something else than a problem. */
export async function readProblem(response: Response): Promise<ApiError> {
  const text = await response.text()
  return new ApiError(response.status, parsedProblem(text), withoutQuery(response.url))
}

function parsedProblem(text: string): Partial<Problem> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : { detail: text.slice(0, 200) }
  } catch {
    return { detail: text.slice(0, 200) }
  }
}

/** A query may contain an address or a question. */
const withoutQuery = (url: string): string => url.split('?')[0] ?? url
