import { advocacyValues } from './advocacy.ts'
import { legislationValues } from './legislation.ts'
import { regulationValues } from './regulations.ts'
import { scorecardValues } from './scorecards.ts'
import { serviceValues } from './service.ts'
import { sheetValues } from './sheets.ts'
import { targetValues } from './targets.ts'

/**
 * Example values of the OpenAPI document by property name. A value for `owner.property` wins over one for `property`;
 * of several values the first that fits the type is taken.
 */
export const exampleValues: Readonly<Record<string, readonly unknown[]>> = {
  ...targetValues,
  ...advocacyValues,
  ...legislationValues,
  ...regulationValues,
  ...scorecardValues,
  ...serviceValues,
  ...sheetValues,
}

/** The members that an object with only optional members usually has, by `owner.property`. */
export const exampleMembers: Readonly<Record<string, readonly string[]>> = {
  'bill.reasons': ['introduced', 'status', 'action', 'sponsors', 'versions'],
  'vote.reasons': ['vote'],
}

/** Values for a text with a pattern if no value is given for its name. */
export const patternedValues: readonly string[] = [
  '2026-01-13',
  '2026-02-03T17:20:01.123456Z',
  'ocd-division/country:us/state:wa',
  'ocd-bill/6f1ad1ef-3c5e-5cbd-9c1b-6f0f6ac0b7d1',
]
