import { expect } from 'vitest'
import type { WholeService } from './whole-service.ts'

/** The rows are what the independent fold makes of the whole log, of which nothing is held back. */
export async function expectRowsMatchFold(service: Pick<WholeService, 'verify'>): Promise<void> {
  const { differing, holes, parked, unreadable } = await service.verify()
  expect({ differing, holes, parked, unreadable }).toEqual({
    differing: 0,
    holes: [],
    parked: [],
    unreadable: [],
  })
}
