import type { PathsWithMethod } from 'openapi-typescript-helpers'
import type { components, paths } from './api-types.ts'

/** A removed item, as lists with `include=deleted` have it. */
export type Tombstone = components['schemas']['Tombstone']

/** The JSON body of the answer 200 to a GET. */
export type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

type PathsWithQuery<Name extends string> = {
  [Path in PathsWithMethod<paths, 'get'>]: Name extends keyof QueryOf<Path> ? Path : never
}[PathsWithMethod<paths, 'get'>]

/** The paths whose answers are pages. */
export type CollectionPath = PathsWithQuery<'cursor'>

/** The collections that list changes, with removed items. */
export type ChangingPath = CollectionPath & PathsWithQuery<'updated_since'> & PathsWithQuery<'include'>

export type ItemOf<Path extends CollectionPath> =
  AnswerOf<Path> extends { data: (infer Item)[] } ? Exclude<Item, Tombstone> : never

/** Parameters of a list. The iterators follow `cursor` themselves. */
export type ListParameters<Path extends CollectionPath> = (paths[Path] extends {
  get: { parameters: { path: infer InPath } }
}
  ? { readonly path: InPath }
  : { readonly path?: undefined }) & { readonly query?: Omit<QueryOf<Path>, 'cursor'> }

/** A list of a path without parameters can be asked for without any. */
export type OptionalList<Path extends CollectionPath> =
  ListParameters<Path> extends { readonly path: object }
    ? [parameters: ListParameters<Path>]
    : [parameters?: ListParameters<Path>]

/** One page as it came, with the time up to which a list of changes is complete. */
export type ReadPage<Path extends CollectionPath> = {
  readonly items: AnswerOf<Path> extends { data: infer Items } ? Items : never
  readonly next_cursor: string | null
  /** The header X-Sync-Through: the `updated_since` of the next walk, if this is the last page. */
  readonly sync_through: string | null
}

export const isTombstone = (item: unknown): item is Tombstone =>
  typeof item === 'object' && item !== null && 'deleted' in item && item.deleted === true
