import { stateAtEnd } from '../../locate/address/states.ts'
import { readStreet } from '../../locate/address/street-name.ts'
import { readSegments } from '../../locate/address/words.ts'

/** The parts of an address that are compared, in one spelling. Null if the address has none. */
export type Parts = Readonly<Record<'number' | 'street' | 'city' | 'state' | 'zip', string | null>>
export const partNames = ['number', 'street', 'city', 'state', 'zip'] as const

/** The same spelling for labels and for the results of every parser, so that only what was found is compared. */
export function partsOf(found: { readonly [N in keyof Parts]: string | null | undefined }): Parts {
  const state = plain(found.state)
  return {
    number: plain(found.number),
    street: streetKey(plain(found.street)),
    city: plain(found.city),
    state: state === null ? null : (stateAtEnd(state.split(' '))?.state ?? state.toLowerCase()),
    zip: plain(found.zip),
  }
}

const plain = (text: string | null | undefined): string | null =>
  text?.replace(/[,.]/gu, '').trim().toUpperCase() || null

/** The whole street: `N Main Street` and `North Main St` are equal, `Main St` is not. */
function streetKey(text: string | null): string | null {
  const street = text === null ? undefined : readStreet(readSegments(text).flat())
  return street === undefined ? null : [street.predir, street.key, street.suffix, street.sufdir].join('|')
}
