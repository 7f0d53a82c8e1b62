import type { FastifyRequest } from 'fastify'
import { views } from './all-views.ts'
import { Refused } from './ask.ts'
import { type Body, type Refusal, type Viewer, withReason } from './html/shell.ts'
import { filled, writtenOf } from './request.ts'
import { refusalBody } from './views/sign-in.ts'
import type { Ask, Given, View } from './views/view.ts'

type Page = Pick<Given, 'params' | 'query'> & { readonly view: View }

const pages = views.map((view) => ({ view, pattern: new URLPattern({ pathname: view.path }) }))

type RefusedForm = {
  readonly refusal: Refusal
  /** The page that the form was on, if it is known. */
  readonly address: string | undefined
}

/** A search is in the address of its page. Without it, that page can be shown. */
export function formOfRequest(request: FastifyRequest, { title, detail, member }: Refused): RefusedForm {
  if (request.method !== 'GET')
    return {
      refusal: { action: request.url, written: writtenOf(request), title, detail, member },
      address: request.headers.referer,
    }
  const { pathname, searchParams } = new URL(request.url, 'http://console')
  const written = Object.fromEntries(searchParams)
  return {
    refusal: { action: pathname, written, title, detail, member },
    address: searchParams.size === 0 ? undefined : new URL(pathname, 'http://console').href,
  }
}

/**
 * The page of a form, with what the person wrote: browsers do not keep it, since no page may be stored. If that page cannot
 * be shown, the answer lists what was written.
 */
export async function refusedForm(
  ask: Ask,
  viewer: Viewer,
  { refusal, address }: RefusedForm,
): Promise<Body> {
  const plain = refusalBody(refusal.title, refusal.detail, refusal.written)
  const page = address === undefined ? undefined : pageAt(address)
  if (page === undefined) return plain
  const { view, params, query } = page
  try {
    return withReason(await view.show(ask, { viewer: { ...viewer, refusal }, params, query }), refusal)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return plain
  }
}

function pageAt(address: string): Page | undefined {
  if (!URL.canParse(address)) return undefined
  const { pathname, searchParams } = new URL(address)
  for (const { view, pattern } of pages) {
    const found = pattern.exec({ pathname })
    if (found === null) continue
    // The page no longer says what was done before.
    searchParams.delete('done')
    const params = filled(found.pathname.groups)
    return { view, params, query: filled(Object.fromEntries(searchParams)) }
  }
  return undefined
}
