import type { FastifyRequest } from 'fastify'
import { views } from './all-views.ts'
import { Refused } from './ask.ts'
import { type Body, type Viewer, withReason } from './html/shell.ts'
import { filled, formOf, isOwnOrigin, writtenOf } from './request.ts'
import { refusalBody } from './views/sign-in.ts'
import type { Ask, Given, View } from './views/view.ts'

type Page = Pick<Given, 'params' | 'query'> & { readonly view: View; readonly address: string }

const CONSOLE = 'http://console'
const pages = views.map((view) => ({ view, pattern: new URLPattern({ pathname: view.path }) }))

/** Statuses of what a person can write otherwise. After another one, asking the API again would not help. */
const MENDABLE: ReadonlySet<number> = new Set([400, 409, 422])

/**
 * The page of a form or search, with what the person wrote: browsers do not keep it, since no page may be stored. If that page
 * cannot be shown, the answer lists what was written. It never lists the words of an address, which anybody can put into a link.
 */
export async function refusedForm(
  ask: Ask,
  viewer: Viewer,
  { request, refused }: { readonly request: FastifyRequest; readonly refused: Refused },
): Promise<Body> {
  const { status, title, detail, member } = refused
  const written = writtenOf(request)
  const plain = refusalBody(title, detail, written)
  const found = MENDABLE.has(status) ? formOfRequest(request) : undefined
  if (found === undefined) return plain
  const { view, params, query, address } = found.page
  const refusal = { action: found.action, written: found.fields, title, detail, member }
  try {
    const shown = { viewer: { ...viewer, page: address, refusal }, params, query }
    return withReason(await view.show(ask, shown), refusal, written)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return plain
  }
}

type Form = {
  readonly page: Page
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Undefined: its page is not known. */
function formOfRequest(request: FastifyRequest): Form | undefined {
  if (request.method !== 'GET') {
    const page = findPage(request)
    return page && { page, action: request.url, fields: writtenOf(request) }
  }
  const { pathname, searchParams } = new URL(request.url, CONSOLE)
  // A search is in the address of its page. Only without it can that page be shown.
  const page = searchParams.size === 0 ? undefined : pageAt(new URL(pathname, CONSOLE))
  return page && { page, action: pathname, fields: Object.fromEntries(searchParams) }
}

/** The address of the page that the form of a request was on, if it is known. */
export const pageOfForm = (request: FastifyRequest): string | undefined => findPage(request)?.address

/** A form names its page. The Referer is another one after a refusal: the address to which the form was sent. */
function findPage(request: FastifyRequest): Page | undefined {
  const named = isOwnOrigin(request) ? formOf(request).form_page : undefined
  const { referer } = request.headers
  const url = typeof named === 'string' ? URL.parse(named, CONSOLE) : null
  const page = url?.origin === CONSOLE ? pageAt(url) : undefined
  if (page !== undefined || referer === undefined) return page
  const before = URL.parse(referer)
  return before === null ? undefined : pageAt(before)
}

function pageAt({ pathname, searchParams }: URL): Page | undefined {
  for (const { view, pattern } of pages) {
    const found = pattern.exec({ pathname })
    if (found === null) continue
    // The page no longer says what was done before.
    searchParams.delete('done')
    const address = searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
    const params = filled(found.pathname.groups)
    return { view, params, query: filled(Object.fromEntries(searchParams)), address }
  }
  return undefined
}
