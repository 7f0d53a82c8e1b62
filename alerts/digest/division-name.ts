import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** The name of a place, or its division id if it is not one of ours. */
export const divisionName = (divisionId: string): string => findJurisdiction(divisionId)?.name ?? divisionId
