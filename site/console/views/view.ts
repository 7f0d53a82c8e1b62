import type { Body, Viewer } from '../html/shell.ts'

/** Parameters of a query. One that is undefined is not sent. */
export type Asked = Readonly<Record<string, string | undefined>>

/** Calls of the public API with the rights of the viewer. A refusal is thrown. */
export type Ask = {
  get<T>(path: string, query?: Asked): Promise<T>
  /** Undefined: it does not exist, or the viewer may not read it. */
  find<T>(path: string, query?: Asked): Promise<T | undefined>
  /** Reads what the page can do without. Undefined: it was refused, for whatever reason. */
  tryGet<T>(path: string, query?: Asked): Promise<T | undefined>
  /** Gives an answer that is a piece of a page. The API writes it from escaped words. */
  html(path: string, query?: Asked): Promise<string>
  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Promise<T>
  /** Sends what the page can do without. Undefined: it was refused, for whatever reason. */
  trySend<T>(method: 'POST', path: string): Promise<T | undefined>
}

/**
 * What came with a request. Parameters of the path are encoded, so that each stays one part of the path that is asked.
 * Fields that were left empty in a form are missing.
 */
export type Given = {
  readonly viewer: Viewer
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** A page of the console. `section` is the path that the menu marks. */
export type View = {
  readonly path: string
  readonly section: string
  show(ask: Ask, given: Given): Promise<Body>
}

/**
 * What a form does. It gives the path of the page that is shown next, or a page if something is shown only once. `section` is
 * the path that the menu marks on such a page.
 */
export type Action = {
  readonly path: string
  readonly section?: string
  /** The most bytes of the form; default: 16 KiB. */
  readonly most_bytes?: number
  act(ask: Ask, given: Sent): Promise<string | Body>
}

export type Sent = Given & { readonly form: Readonly<Record<string, string>> }

/** A page of a list. */
export type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null }

/** The parameters of a query that the API gets, without those that are only the console's. */
export function only(
  query: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}
