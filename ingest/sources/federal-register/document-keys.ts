import { regulationKey } from '../../identity/identity-keys.ts'
import { claimKey, numberKey } from '../federal-documents/document-number.ts'

/**
 * Numbers were reused until 2016, so a number identifies a document only with its day. The document of
 * regulations.gov that the Federal Register names is the same one if it has no number or the same number. If it was
 * stored separately, it is merged into this one.
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
