import { LegislogError } from '../schemas/errors.ts'
import { refuseRequest } from './endpoint-refusal.ts'
import { ownerOf } from './endpoint-secrets.ts'
import type { SecretBox } from './secret-box.ts'

/** A header that the owner of an endpoint wants sent, as the endpoint's row holds it. Its value is never shown again. */
export type SealedHeader = { readonly name: string; readonly sealed: string }

/** Values by name; null takes a header away. */
export type HeaderChanges = Readonly<Record<string, string | null>>

const MOST_HEADERS = 20
const LONGEST_NAME = 100
const LONGEST_VALUE = 4_096

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Ours, or those that say how the message is framed and where it goes. */
const RESERVED =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|user-agent|accept-encoding|cookie|set-cookie|proxy-.*|webhook-.*|x-service-.*)$/

/** The headers after a change: a name is one whatever its case. Throws `endpoint_invalid`, which never names a value. */
export function changeHeaders(
  box: SecretBox,
  account_id: number,
  headers: readonly SealedHeader[],
  changes: HeaderChanges,
): SealedHeader[] {
  const byName = new Map(headers.map((header) => [header.name.toLowerCase(), header]))
  for (const [name, value] of Object.entries(changes)) {
    checkName(name)
    byName.delete(name.toLowerCase())
    if (value === null) continue
    checkValue(name, value)
    byName.set(name.toLowerCase(), { name, sealed: box.seal(value, bindingOf(account_id, name)) })
  }
  if (byName.size > MOST_HEADERS)
    refuseRequest(['headers'], `an endpoint has at most ${MOST_HEADERS} headers`)
  return [...byName.values()]
}

/** What is sent. Throws where a value cannot be opened, since the key of the box was lost: nothing is sent without it. */
export function openHeaders(
  box: SecretBox,
  account_id: number,
  headers: readonly SealedHeader[],
): Record<string, string> {
  return Object.fromEntries(
    headers.map(({ name, sealed }) => {
      try {
        return [name, box.open(sealed, bindingOf(account_id, name))]
      } catch (cause) {
        const message = `the header ${name} cannot be read any more: set it again`
        throw new LegislogError('webhook_conflict', message, { cause })
      }
    }),
  )
}

const bindingOf = (account_id: number, name: string): string =>
  `${ownerOf(account_id)} header:${name.toLowerCase()}`

function checkName(name: string): void {
  if (name.length > LONGEST_NAME || !TOKEN.test(name))
    refuseRequest(['headers', name], `${JSON.stringify(name.slice(0, LONGEST_NAME))} is no name of a header`)
  if (RESERVED.test(name.toLowerCase()))
    refuseRequest(['headers', name], `the header ${name} is not one that an endpoint may set`)
}

/** Printable ASCII: a line break would begin another header. */
function checkValue(name: string, value: string): void {
  if (value.length > LONGEST_VALUE)
    refuseRequest(['headers', name], `the header ${name} has at most ${LONGEST_VALUE} characters`)
  if (!/^[\x20-\x7e]*$/.test(value))
    refuseRequest(['headers', name], `the header ${name} has a character that no header may have`)
}
