import { LegislogError } from '../../schemas/errors.ts'
import { EndpointRefusal } from '../endpoint/endpoint-refusal.ts'
import { type AddressGuard, hostOf } from '../http/address-guard.ts'
import { checkEvents, checkTopic, type EndpointChange, normalizeFilter } from './endpoint-request.ts'

/** Gives the stored form of a request. Refuses invalid parts, and an address that must not be called. */
export async function normalizeRequest<R extends EndpointChange>(
  guard: AddressGuard,
  request: R,
): Promise<R> {
  const filter = request.filter === undefined ? undefined : normalizeFilter(request.filter)
  checkTopic(filter?.topic)
  return {
    ...request,
    ...(request.events === undefined ? {} : { events: checkEvents(request.events) }),
    ...(filter === undefined ? {} : { filter }),
    ...(request.url === undefined ? {} : { url: await checkAddress(guard, request.url) }),
  }
}

async function checkAddress(guard: AddressGuard, text: string): Promise<string> {
  try {
    const url = guard.checkUrl(text)
    await guard.checkName(hostOf(url))
    return url.href
  } catch (error) {
    if (!(error instanceof LegislogError)) throw error
    throw new EndpointRefusal(['url'], error.message, { code: error.code, cause: error })
  }
}
