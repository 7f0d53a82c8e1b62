import type { BillCore } from '../../../schemas/event-bodies/bill.ts'
import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { billKey } from '../../identity/identity-keys.ts'

const DOCKET = /^docket(?:[ _-]?(?:number|no\.?))?$/iu

/**
 * Gives the keys of the dockets under which a bill was filed before it had its number (Massachusetts SD1614,
 * now S1404). Earlier observations under these keys are the same bill.
 */
export function docketKeys(
  core: Pick<BillCore, 'jurisdiction' | 'session' | 'other_identifiers'>,
): readonly string[] {
  const { jurisdiction, session } = core
  return core.other_identifiers.flatMap(({ scheme, identifier }) => {
    const docket = DOCKET.test(scheme) ? normalizeIdentifier(jurisdiction, identifier) : ''
    return docket === '' ? [] : [billKey(jurisdiction, session, docket)]
  })
}
