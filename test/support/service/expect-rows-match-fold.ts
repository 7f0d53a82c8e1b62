import { expect } from 'vitest'
import type { WholeService } from './whole-service.ts'

/** Expects that the rows equal those of an independent fold of the whole log, and that nothing is parked. */
export async function expectRowsMatchFold(service: Pick<WholeService, 'verify'>): Promise<void> {
  const { differing, holes, parked, unreadable } = await service.verify()
  expect({ differing, holes, parked, unreadable }).toEqual({
    differing: 0,
    holes: [],
    parked: [],
    unreadable: [],
  })
}
