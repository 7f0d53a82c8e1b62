import { regulationKey } from '../../identity/identity-keys.ts'
import { claimKey, numberKey } from '../federal/document-number.ts'

/**
 * Numbers were used again until 2016: only with the day they name one document. The document of regulations.gov that the
 * Federal Register names is this one, if that has no number of its own or the same: held for itself, it becomes this one.
 */
export function keysOf(number: string, publication_date: string, regulations_gov_id: string | null) {
  const by_number = numberKey(number)
  const claimed =
    regulations_gov_id === null
      ? []
      : [claimKey(regulations_gov_id, number), claimKey(regulations_gov_id, null)]
  return {
    key: regulationKey(number, publication_date),
    also_keys: [...(by_number === null ? [] : [by_number]), ...claimed],
    replaces: claimed,
  }
}
