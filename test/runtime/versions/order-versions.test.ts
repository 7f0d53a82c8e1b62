import { expect, it } from 'vitest'
import { orderVersions, versionsBefore } from '../../../runtime/versions/order-versions.ts'

const version = (note: string, date: string | null = null, position = 0) => ({
  id: note,
  note,
  date,
  position,
})
const ordered = (...notes: string[]) => orderVersions(notes.map((note) => version(note))).map(({ id }) => id)

it('versions of Congress without days are ordered by stage, the chamber of the bill first', () => {
  const house = [
    'Introduced in House',
    'Reported in House',
    'Engrossed in House',
    'Referred in Senate',
    'Placed on Calendar Senate',
    'Engrossed Amendment Senate',
    'Engrossed Amendment House',
    'Enrolled Bill',
    'Public Law',
  ]
  expect(ordered(...house.toReversed())).toEqual(house)
  const senate = [
    'Introduced in Senate',
    'Reported in Senate',
    'Engrossed in Senate',
    'Reported in House',
    'Enrolled Bill',
  ]
  expect(ordered(...senate.toSorted())).toEqual(senate)
})

it('codes of GovInfo are ordered like their names', () => {
  expect(ordered('pl', 'enr', 'eas', 'eh', 'rfs', 'rh', 'ih', 'eah')).toEqual([
    ...['ih', 'rh', 'eh', 'rfs', 'eas', 'eah', 'enr', 'pl'],
  ])
})

it.each([
  [['Introduced', 'Amendment 1', 'Amendment 2', 'Engrossed', 'Enrolled', 'Chapter 12']],
  [['Introduced', 'Substitute 2', 'Substitute 5', 'Substitute 10', 'Enrolled']],
  [['INTRODUCED', 'FIRST ENGROSSMENT', 'SECOND ENGROSSMENT', 'Enrollment']],
  [
    [
      'SB237 Original',
      'SB237 Engrossed',
      'SB237 Reengrossed',
      'SB237 Re-Reengrossed',
      'SB237 Enrolled',
      'SB237 Act 960',
    ],
  ],
  [['HB62 Original', 'HB62 Engrossed', 'HB62 Enrolled', 'HB62 Act']],
  [['Introduced', 'House Amendment 001', 'House Amendment 002', 'Engrossed', 'Enrolled']],
  [['Introduced', 'Current/Final', 'Acts Chapter 2']],
  [['As Introduced', 'As Passed By the House', 'As Passed by Both House and Senate', 'As Enacted']],
])('the notes of states are ordered by stage and number: %j', (notes) => {
  expect(ordered(...notes.toReversed())).toEqual(notes)
  expect(ordered(...notes.toSorted())).toEqual(notes)
})

it('a day comes before a stage, and a stage orders versions of one day', () => {
  const versions = [
    version('Amendment 1', '2026-03-01'),
    version('Engrossed', '2026-02-01'),
    version('Introduced', '2026-01-05'),
    version('Enrolled', '2026-03-01'),
  ]
  expect(orderVersions(versions).map(({ id }) => id)).toEqual([
    'Introduced',
    'Engrossed',
    'Amendment 1',
    'Enrolled',
  ])
})

it('a version without a day comes after the versions of its stage and of earlier ones', () => {
  const versions = [
    version('Enrolled'),
    version('Engrossed', '2026-02-01'),
    version('Introduced', '2026-01-05'),
  ]
  expect(orderVersions(versions).map(({ id }) => id)).toEqual(['Introduced', 'Engrossed', 'Enrolled'])
  const undated = [
    version('Introduced'),
    version('Engrossed', '2026-02-01'),
    version('Enrolled', '2026-03-01'),
  ]
  expect(orderVersions(undated).map(({ id }) => id)).toEqual(['Introduced', 'Engrossed', 'Enrolled'])
})

it('the version that a version follows does not depend on the order of the list', () => {
  const versions = ['Enrolled', 'Introduced', 'Engrossed'].map((note, place) => version(note, null, place))
  const before = (list: typeof versions) =>
    [...versionsBefore(list)].map(([id, { id: other }]) => [id, other]).sort()
  expect(before(versions)).toEqual([
    ['Engrossed', 'Introduced'],
    ['Enrolled', 'Engrossed'],
  ])
  expect(before(versions.toReversed())).toEqual(before(versions))
})
