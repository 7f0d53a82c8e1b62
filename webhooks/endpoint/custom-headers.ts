import { LegislogError } from '../../schemas/errors.ts'
import { accountBinding } from '../secrets/endpoint-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { refuseRequest } from './endpoint-refusal.ts'

/** A header that the owner of an endpoint set, as the endpoint's row stores it. The API never shows its value. */
export type SealedHeader = { readonly name: string; readonly sealed: string }

/** Values by name. null removes a header. */
export type HeaderChanges = Readonly<Record<string, string | null>>

const MAX_HEADERS = 20
const MAX_NAME_LENGTH = 100
const MAX_VALUE_LENGTH = 4_096

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers of this service, and headers that control framing and routing of the message. */
const RESERVED =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|user-agent|accept-encoding|cookie|set-cookie|proxy-.*|webhook-.*|x-service-.*)$/

/** Returns the headers after a change. Names ignore case. Throws `endpoint_invalid`, which never contains a value. */
export function changeHeaders(
  box: SecretBox,
  accountId: number,
  headers: readonly SealedHeader[],
  changes: HeaderChanges,
): SealedHeader[] {
  const byName = new Map(headers.map((header) => [header.name.toLowerCase(), header]))
  for (const [name, value] of Object.entries(changes)) {
    checkName(name)
    byName.delete(name.toLowerCase())
    if (value === null) continue
    checkValue(name, value)
    byName.set(name.toLowerCase(), { name, sealed: box.seal(value, bindingOf(accountId, name)) })
  }
  if (byName.size > MAX_HEADERS) refuseRequest(['headers'], `an endpoint has at most ${MAX_HEADERS} headers`)
  return [...byName.values()]
}

/**
 * Returns the values to send. Throws if a value cannot be decrypted because the key was lost: nothing is sent without
 * it.
 */
export function openHeaders(
  box: SecretBox,
  accountId: number,
  headers: readonly SealedHeader[],
): Record<string, string> {
  return Object.fromEntries(
    headers.map(({ name, sealed }) => {
      try {
        return [name, box.open(sealed, bindingOf(accountId, name))]
      } catch (cause) {
        const message = `the header ${name} can no longer be decrypted: set it again`
        throw new LegislogError('webhook_conflict', message, { cause })
      }
    }),
  )
}

const bindingOf = (accountId: number, name: string): string =>
  `${accountBinding(accountId)} header:${name.toLowerCase()}`

function checkName(name: string): void {
  if (name.length > MAX_NAME_LENGTH || !TOKEN.test(name))
    refuseRequest(['headers', name], `${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} is not a header name`)
  if (RESERVED.test(name.toLowerCase()))
    refuseRequest(['headers', name], `an endpoint may not set the header ${name}`)
}

/** Printable ASCII only: a line break would start another header. */
function checkValue(name: string, value: string): void {
  if (value.length > MAX_VALUE_LENGTH)
    refuseRequest(['headers', name], `the header ${name} has at most ${MAX_VALUE_LENGTH} characters`)
  if (!/^[\x20-\x7e]*$/.test(value))
    refuseRequest(['headers', name], `the header ${name} contains a character that headers may not contain`)
}
