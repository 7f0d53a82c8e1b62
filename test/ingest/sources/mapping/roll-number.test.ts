import { describe, expect, it } from 'vitest'
import { rollNumberOf } from '../../../../ingest/sources/mapping/roll-number.ts'

describe('the number of a roll call', () => {
  it.each([
    ['PASSED ROLL CALL # 105 YEAS 33 NAYS 2 EXCUSED 2 NOT VOTING 0', '105'],
    ['passed; given immediate effect Roll Call #5 Yeas 67', '5'],
    ['Senate Third Reading: Roll Call: Roll Call # 12', '12'],
    ['House Third Reading: Roll Call Roll Call #12', '12'],
    ['Passage By Substitute: Senate Vote #239', '239'],
    ['On Passage RC# 60', '60'],
  ])('is read from the printed text: %s', (text, number) => {
    expect(rollNumberOf(text)).toBe(number)
  })

  it.each([
    'Reported Favorably With Substitute S-1 5/13/2025',
    'Passed By 3/4 Vote',
    'House Third Reading: Adverse Roll Call',
    'Read the third time and passed.',
    'Agree to amendment 2 by voice vote 12',
  ])('is not taken from another number in the text: %s', (text) => {
    expect(rollNumberOf(text)).toBeNull()
  })
})
