import { LegislogError } from '../../schemas/errors.ts'
import { accountBinding } from '../secrets/endpoint-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { refuseRequest } from './endpoint-refusal.ts'

/** A header that the owner of an endpoint wants sent, as the endpoint's row holds it. Its value is never shown again. */
export type SealedHeader = { readonly name: string; readonly sealed: string }

/** Values by name; null takes a header away. */
export type HeaderChanges = Readonly<Record<string, string | null>>

const MAX_HEADERS = 20
const MAX_NAME_LENGTH = 100
const MAX_VALUE_LENGTH = 4_096

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Ours, or those that say how the message is framed and where it goes. */
const RESERVED =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|user-agent|accept-encoding|cookie|set-cookie|proxy-.*|webhook-.*|x-service-.*)$/

/** The headers after a change: a name is one whatever its case. Throws `endpoint_invalid`, which never names a value. */
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

/** What is sent. Throws where a value cannot be opened, since the key of the box was lost: nothing is sent without it. */
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
        const message = `the header ${name} cannot be read any more: set it again`
        throw new LegislogError('webhook_conflict', message, { cause })
      }
    }),
  )
}

const bindingOf = (accountId: number, name: string): string =>
  `${accountBinding(accountId)} header:${name.toLowerCase()}`

function checkName(name: string): void {
  if (name.length > MAX_NAME_LENGTH || !TOKEN.test(name))
    refuseRequest(
      ['headers', name],
      `${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} is no name of a header`,
    )
  if (RESERVED.test(name.toLowerCase()))
    refuseRequest(['headers', name], `the header ${name} is not one that an endpoint may set`)
}

/** Printable ASCII: a line break would begin another header. */
function checkValue(name: string, value: string): void {
  if (value.length > MAX_VALUE_LENGTH)
    refuseRequest(['headers', name], `the header ${name} has at most ${MAX_VALUE_LENGTH} characters`)
  if (!/^[\x20-\x7e]*$/.test(value))
    refuseRequest(['headers', name], `the header ${name} has a character that no header may have`)
}
