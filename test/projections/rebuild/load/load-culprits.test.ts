import { expect, it } from 'vitest'
import { LoadCulprits } from '../../../../projections/rebuild/load/load-culprits.ts'

const culprit = (offset: string) => ({
  topic: 'legislog.bills.v1',
  partition: 0,
  offset,
  key: 'k',
  code: 'event_undecodable',
  error: 'it is spoiled',
})

it('a parked event of a load counts at once, and is reported once when its partition is loaded', () => {
  const culprits = new LoadCulprits<string>(3)
  culprits.add('one', culprit('5'))
  culprits.add('two', culprit('7'))
  culprits.add('one', culprit('6'))
  expect([culprits.count, culprits.first?.offset]).toEqual([6, '5'])
  culprits.takeBack('one')
  expect([culprits.count, culprits.first?.offset]).toEqual([4, '7'])
  culprits.add('one', culprit('5'))
  culprits.add('one', culprit('6'))
  expect(culprits.keep('one').map(({ offset }) => offset)).toEqual(['5', '6'])
  expect(culprits.keep('one')).toEqual([])
  culprits.takeBack('one')
  expect([culprits.count, culprits.first?.offset]).toEqual([6, '5'])
})
