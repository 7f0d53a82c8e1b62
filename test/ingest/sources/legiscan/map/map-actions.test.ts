import { describe, expect, it } from 'vitest'
import { readBill } from '../../../../support/source-records/legiscan-records.ts'

describe('an action of LegiScan', () => {
  const action = (date: string, text: string, importance = 0) => ({
    date,
    action: text,
    chamber: 'H',
    importance,
  })
  const classesOf = async (fields: Record<string, unknown>) =>
    (await readBill(fields)).parts.actions!.map(({ description, classification }) => [
      description,
      classification,
    ])

  it('is classified by its text, and the progress of LegiScan fills the gaps', async () => {
    const history = [
      action('2026-02-03', 'House Passed/Adopted', 1),
      action('2026-02-09', 'Ayes and nays', 0),
      action('2026-02-09', 'Sent on its way', 1),
    ]
    const progress = [
      { date: '2026-02-03', event: 2 },
      { date: '2026-02-09', event: 3 },
    ]
    expect(await classesOf({ history, progress })).toEqual([
      ['House Passed/Adopted', ['passage']],
      ['Ayes and nays', []],
      ['Sent on its way', ['enrolled']],
    ])
  })

  it('keeps the class of its text even if the progress of LegiScan differs', async () => {
    const history = [action('2026-02-03', 'House Passed/Adopted', 1)]
    expect(await classesOf({ history, progress: [{ date: '2026-02-03', event: 6 }] })).toEqual([
      ['House Passed/Adopted', ['passage']],
    ])
  })

  it('is not classified as a signature if Georgia lists a veto on the same day', async () => {
    const history = [
      action('2026-05-05', 'House Date Signed by Governor'),
      { ...action('2026-05-05', 'Veto V2', 1), chamber: '' },
    ]
    const classes = await classesOf({ history })
    expect(classes).toEqual([
      ['House Date Signed by Governor', []],
      ['Veto V2', ['executive-veto']],
    ])
  })

  it('is sorted by date and keeps its listed order within a day', async () => {
    const history = [action('2026-02-09', 'b'), action('2026-02-03', 'a'), action('2026-02-09', 'c')]
    expect((await classesOf({ history })).map(([text]) => text)).toEqual(['a', 'b', 'c'])
  })
})
