import createOpenApiClient, { type Client, type MaybeOptionalInit } from 'openapi-fetch'
import type { PathsWithMethod } from 'openapi-typescript-helpers'
import type { paths } from './api-types.ts'
import { type ChangeBatch, readChanges } from './changes.ts'
import {
  type AnswerOf,
  type ChangingPath,
  type CollectionPath,
  type ItemOf,
  isTombstone,
  type ListParameters,
  type OptionalList,
  type ReadPage,
} from './pages.ts'
import { readProblem } from './problem.ts'
import { createRetryingFetch, RETRY_DEFAULTS, type RetryOptions } from './retries.ts'

export type ClientOptions = {
  /** The address of the service, such as https://api.example.org. */
  readonly base_url: string
  readonly token: string
  readonly retries?: Partial<RetryOptions>
}

type GetPath = PathsWithMethod<paths, 'get'>
type InitOf<Path extends GetPath> = MaybeOptionalInit<paths[Path], 'get'>

export type LegislogClient = {
  /** Every request of the API, typed by the OpenAPI document. A refusal throws an ApiError, so `data` is there. */
  readonly api: Client<paths>
  /** Reads one thing. */
  get<Path extends GetPath>(
    path: Path,
    ...init: undefined extends InitOf<Path> ? [init?: InitOf<Path>] : [init: InitOf<Path>]
  ): Promise<AnswerOf<Path>>
  /** All items of a list, page by page, as they are asked for. */
  items<Path extends CollectionPath>(
    path: Path,
    ...parameters: OptionalList<Path>
  ): AsyncGenerator<ItemOf<Path>, void>
  /**
   * What changed since a checkpoint: batches to keep a copy with. It ends when there are no more changes for now. Begin
   * without a checkpoint, and store the one of each batch together with its items.
   */
  changes<Path extends ChangingPath>(
    path: Path,
    options: ListParameters<Path> & { readonly checkpoint: string | undefined },
  ): AsyncGenerator<ChangeBatch<Path>, void>
}

const LARGEST_PAGE = 200

export function createClient({ base_url, token, retries = {} }: ClientOptions): LegislogClient {
  const api = createOpenApiClient<paths>({
    baseUrl: base_url.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${token}` },
    fetch: createRetryingFetch({ ...RETRY_DEFAULTS, ...retries }),
  })
  api.use({
    async onResponse({ response }) {
      if (response.status >= 400) throw await readProblem(response)
      return undefined
    },
  })
  // The types of one path do not carry over to "any path", so what is asked here is typed by the callers' signatures.
  const ask = api.GET as (
    path: string,
    init: object,
  ) => Promise<{ readonly data?: unknown; readonly response: Response }>

  async function readPage<Path extends CollectionPath>(path: Path, parameters: object, query: object) {
    const given = parameters as { readonly path?: object; readonly query?: object }
    const { data, response } = await ask(path, {
      params: { path: given.path, query: { limit: LARGEST_PAGE, ...given.query, ...query } },
    })
    const page = data as { readonly data: unknown; readonly next_cursor: string | null }
    return {
      items: page.data,
      next_cursor: page.next_cursor,
      sync_through: response.headers.get('x-sync-through'),
    } as ReadPage<Path>
  }

  return {
    api,
    async get(path, ...init) {
      const { data } = await ask(path, init[0] ?? {})
      return data as AnswerOf<typeof path>
    },
    async *items(path, ...[parameters = {}]) {
      let cursor: string | null = null
      do {
        const page: ReadPage<typeof path> = await readPage(
          path,
          parameters,
          cursor === null ? {} : { cursor },
        )
        for (const item of page.items as readonly unknown[]) {
          if (!isTombstone(item)) yield item as ItemOf<typeof path>
        }
        cursor = page.next_cursor
      } while (cursor !== null)
    },
    changes(path, { checkpoint, ...parameters }) {
      return readChanges<typeof path>(
        ({ since, cursor }) =>
          readPage(path, parameters, {
            updated_since: since,
            include: includingDeleted(parameters),
            ...(cursor === null ? {} : { cursor }),
          }),
        checkpoint,
      )
    },
  }
}

function includingDeleted(parameters: object): string {
  const { query } = parameters as { readonly query?: { readonly include?: string } }
  const parts = query?.include?.split(',') ?? []
  return [...parts.filter((part) => part !== 'deleted'), 'deleted'].join(',')
}
