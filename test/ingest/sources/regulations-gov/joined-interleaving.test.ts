import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  count,
  createJoinedWorld,
  nine,
  ofDockets,
  ofJournal,
  posted,
  printed,
} from '../../../support/ingest/joined-regulations.ts'

const { forget, rows, ingest: emit } = await createJoinedWorld()

describe('any interleaving of the Federal Register and regulations.gov', () => {
  it('ends in the same rows', async () => {
    const journal = [
      ...(await ofJournal(
        printed('2022-28376', '2023-01-13', { comments_close_on: '2023-03-10' }),
        printed('2015-00001', '2015-01-05', {
          regulations_dot_gov_info: { document_id: 'DOE-2015-0001-0001' },
        }),
        printed('2023-00007', '2023-02-01', {
          docket_ids: ['DOE-2023-0007'],
          regulation_id_numbers: ['1904-AB12'],
        }),
      )),
    ]
    const dockets = await ofDockets(
      { data: { id: 'DOE-2023-0007', type: 'dockets', attributes: { title: 'Pumps', rin: '1904-AB13' } } },
      { data: nine.slice(0, 4) },
      {
        data: [
          posted('DOE-2015-0001-0001', '2015-01-07', null),
          posted('DOE-2023-0007-0001', '2023-02-01', '2023–00007', { withdrawn: true }),
          posted('DOE-2023-0007-0002', '2023-02-03', '2023-00007', {
            commentEndDate: '2023-09-09T03:59:59Z',
          }),
        ],
      },
      { data: nine.slice(4) },
      count(nine[0]!.id, 3),
      count('DOE-2023-0007-0002', 5),
    )
    const sources = [
      ['federal-register', journal],
      ['regulations-gov', dockets],
    ] as const
    let expected: string[] | undefined
    const schedule = fc.array(
      fc.record({ which: fc.integer({ min: 0, max: 1 }), size: fc.integer({ min: 1, max: 6 }) }),
      {
        minLength: 2,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(schedule, async (turns) => {
        await forget()
        const at = [0, 0]
        const rest = sources.map((_, which) => ({ which, size: Number.POSITIVE_INFINITY }))
        for (const { which, size } of [...turns, ...rest]) {
          const [name, observations] = sources[which]!
          const some = observations.slice(at[which], at[which]! + size)
          at[which]! += some.length
          if (some.length > 0) await emit(name, some)
        }
        const ended = await rows()
        expected ??= ended
        expect(ended).toHaveLength(3)
        expect(ended).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
