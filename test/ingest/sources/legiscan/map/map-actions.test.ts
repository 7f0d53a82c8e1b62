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

  it('has the classes of its words; what they leave open, LegiScan fills with what it read itself', async () => {
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

  it('does not lose what its words say to what LegiScan read', async () => {
    const history = [action('2026-02-03', 'House Passed/Adopted', 1)]
    expect(await classesOf({ history, progress: [{ date: '2026-02-03', event: 6 }] })).toEqual([
      ['House Passed/Adopted', ['passage']],
    ])
  })

  it("is no signature where Georgia enters a veto under the day of the Governor's signature", async () => {
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

  it('stands in the order of its days', async () => {
    const history = [action('2026-02-09', 'b'), action('2026-02-03', 'a'), action('2026-02-09', 'c')]
    expect((await classesOf({ history })).map(([text]) => text)).toEqual(['a', 'b', 'c'])
  })
})
