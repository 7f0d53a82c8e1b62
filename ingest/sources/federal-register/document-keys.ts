import { regulationKey } from '../../identity/identity-keys.ts'
import { claimKey, numberKey } from '../federal-documents/document-number.ts'

/**
 * Numbers were used again until 2016: only with the day they name one document. The document of regulations.gov that the
 * Federal Register names is this one, if that has no number of its own or the same: held for itself, it becomes this one.
 */
export function keysOf(number: string, publicationDate: string, regulationsGovId: string | null) {
  const byNumber = numberKey(number)
  const claimed =
    regulationsGovId === null ? [] : [claimKey(regulationsGovId, number), claimKey(regulationsGovId, null)]
  return {
    key: regulationKey(number, publicationDate),
    also_keys: [...(byNumber === null ? [] : [byNumber]), ...claimed],
    replaces: claimed,
  }
}
