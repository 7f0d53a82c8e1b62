import { describe, expect, it } from 'vitest'
import { idOf } from '../../../../site/console/html/form-fields.ts'

describe('the id of a bill or person', () => {
  it.each<[string, number]>([
    ['1042', 1042],
    [' 1042 ', 1042],
    ['/console/bills/1042', 1042],
    ['https://legislog.example/console/bills/1042', 1042],
    ['https://legislog.example/console/bills/1042/', 1042],
    ['https://legislog.example/console/people/1042?from=list#votes', 1042],
  ])('is read from %j', (text, id) => {
    expect(idOf(text)).toBe(id)
  })

  it.each(['HB 7', '', 'https://legislog.example/console/bills', '1042x', '12 13'])(
    'is not read from %j, which stays as it is for the refusal',
    (text) => {
      expect(idOf(text)).toBe(text)
    },
  )
})
