import { describe, expect, it } from 'vitest'
import type { VersionText } from '../../../../ingest/source-interface/observation.ts'
import type { SourceItem } from '../../../../ingest/source-interface/source.ts'
import { billText } from '../../../../ingest/sources/bill-text/index.ts'
import { collect } from '../../../support/harness/collect.ts'
import { realData } from '../../../support/harness/real-data.ts'

const readings = new Map<string, ReturnType<typeof readFolder>>()

/** Reads a folder once for all tests. */
function readAll(folder: string) {
  const reading = readings.get(folder) ?? readFolder(folder)
  readings.set(folder, reading)
  return reading
}

async function readFolder(folder: string) {
  const passed_over: string[] = []
  const items = await collect(
    billText.read({
      paths: [realData(folder)!],
      started_at: '2026-11-28T00:00:00Z',
      passed_over: (_, why) => passed_over.push(why),
    }),
  )
  const observed = items.flatMap((item) => (item.kind === 'observed' ? [item] : []))
  const bills = new Set(observed.map(({ group }) => group[0]!.key))
  const rejected = items.filter(({ kind }) => kind === 'rejected')
  return { observed, bills, rejected, passed_over }
}

function plainOf({ objects }: SourceItem & { kind: 'observed' }): string {
  return objects?.[1]?.bytes.toString('utf8') ?? ''
}

const textOf = ({ group }: SourceItem & { kind: 'observed' }): VersionText =>
  (group[0]!.parts as { texts: VersionText[] }).texts[0]!

describe.skipIf(realData('govinfo-bill-text') === undefined)('the published texts of Congress', () => {
  it('are all read: both DTDs, both extensions, names with and without the bill', async () => {
    const { observed, bills, rejected } = await readAll('govinfo-bill-text')
    expect([observed.length, bills.size, rejected.length]).toEqual([209, 63, 0])
    expect(observed.filter((item) => textOf(item).text.extracted === undefined)).toEqual([])
  })

  it('contain no markup and no empty lines as plain text', async () => {
    const { observed } = await readAll('govinfo-bill-text')
    const bad = observed.flatMap((item) =>
      plainOf(item)
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.trim() === '' || /<\/?[a-z]+>|&[a-z]+;/u.test(line)),
    )
    expect(bad).toEqual([])
  })

  it('have the same lines in an enrolled bill and its public law, with few exceptions', async () => {
    const { observed } = await readAll('govinfo-bill-text')
    const linesOf = (name: string) =>
      new Set(plainOf(observed.find((item) => textOf(item).package === name)!).split('\n'))
    const [enrolled, law] = [linesOf('BILLS-119hr1043enr'), linesOf('PLAW-119publ68')]
    expect([...law].filter((line) => !enrolled.has(line)).length).toBeLessThan(6)
  })
})

describe.skipIf(realData('bill-texts') === undefined)('the texts of nine states', () => {
  it('are all read: each original, or the extracted text if there is no original', async () => {
    const { observed, bills, rejected, passed_over } = await readAll('bill-texts')
    expect([observed.length, bills.size, rejected.length]).toEqual([98, 37, 0])
    expect(passed_over.filter((why) => why === 'the original lies beside it')).toHaveLength(24)
  })

  it('contain no site menus, line numbers, or running heads', async () => {
    const { observed } = await readAll('bill-texts')
    const texts = observed.map((item) => plainOf(item))
    const bad = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length
    expect(bad(/Past Members|SMS Bill Tracking/u)).toBe(0)
    expect(bad(/VT LEG #\d+ v\.\d/u)).toBe(0)
    expect(bad(/Page No\. \d/u)).toBe(0)
    expect(bad(/^\d+ [a-z].*\n\d+ [a-z].*\n\d+ [a-z]/mu)).toBe(0)
    expect(bad(/\u00c2|\u00ef\u00bb/u)).toBe(0)
  })
})
