import { v5 } from 'uuid'
import { upstreamKey } from '../../identity/identity-keys.ts'

/**
 * The namespace in which Open States mints ids of members and committees of Congress: UUID version 5 of the bioguide
 * or committee id (openstates-core, `us.py`). 455 of 536 members and 47 of 49 committees have that id there. Newer
 * ones have another and are found by `bioguideKey`.
 */
const OPEN_STATES_US = 'bf6b57c6-8cfe-454c-bd26-9c2b508c30b2'

export const openStatesPersonId = (bioguide: string): string => `ocd-person/${v5(bioguide, OPEN_STATES_US)}`

export const openStatesCommitteeId = (thomasId: string): string =>
  `ocd-organization/${v5(thomasId, OPEN_STATES_US)}`

/** For `also_keys`: a person of Congress in every source that knows the Biographical Directory. */
export const bioguideKey = (bioguide: string): string => upstreamKey(`bioguide ${bioguide}`)

/**
 * For `also_keys`: if its id differs, a subcommittee is found by its parent and its name. Open States writes the
 * parent's name before it: `Agriculture Committee Forestry and Horticulture`.
 */
export function subcommitteeKey(parentId: string, name: string): string {
  const words = name
    .replace(/^.*? Committee[:,]? (?=\S)/u, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/gu, 'and')
    .match(/[\p{L}\p{N}]+/gu)
  return upstreamKey(
    `${parentId} ${(words ?? []).filter((word) => word !== 'and' && word !== 'the').join(' ')}`,
  )
}
