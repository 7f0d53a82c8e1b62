import { describe, expect, it } from 'vitest'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { faaDocument, pageOf } from '../../../support/source-records/regulations-gov-documents.ts'

describe('the regulations-gov source', () => {
  const docket = {
    data: {
      id: 'FAA-2023-0001',
      type: 'dockets',
      attributes: {
        title: 'A docket',
        docketType: 'Rulemaking',
        rin: '2120-AA64',
        modifyDate: '2023-09-01T00:00:00Z',
      },
    },
  }

  it.each(['a', 'z'])(
    'reports a docket with its documents, whether it is read before or after them (%s)',
    async (name) => {
      const run = await readSourceFiles(regulationsGov, {
        [`${name}.json`]: docket,
        'm.json': pageOf(faaDocument(), faaDocument({ docketId: 'FAA-2023-9999' }, 'FAA-2023-9999-0001')),
      })
      expect(run.of('regulation').map(({ record_key }) => record_key)).toEqual([
        'FAA-2023-0001-0002',
        'FAA-2023-0001-0002/docket',
        'FAA-2023-9999-0001',
      ])
      const emitted = run.of('regulation')[1]!
      expect(emitted.parts.regulation?.rins).toEqual(['2120-AA64'])
      expect(emitted.parts.regulation?.extras.regulations_gov).toEqual([
        { document_id: 'FAA-2023-0001-0002', docket_title: 'A docket', docket_type: 'Rulemaking' },
      ])
      expect(emitted.observed_at).toBe('2023-09-01T00:00:00Z')
      expect(run.observations.flatMap(faultsOf)).toEqual([])
    },
  )

  it('ignores a RIN that is not assigned', async () => {
    const { data } = docket
    const without = { data: { ...data, attributes: { ...data.attributes, rin: 'Not Assigned' } } }
    const run = await readSourceFiles(regulationsGov, { 'a.json': without, 'b.json': pageOf(faaDocument()) })
    expect(run.of('regulation')[1]!.parts.regulation?.rins).toEqual([])
  })

  it('reports a comment count as its own part, dated by the list of calls', async () => {
    const run = await readSourceFiles(regulationsGov, {
      'count__00.200.json': {
        data: { id: 'HHS-1', type: 'document-comments-received-counts', attributes: { count: 3 } },
      },
      'index.csv':
        'file,status,uri,recorded_at\ncount__00.200.json,200,"https://x","Tue, 31 Jan 2023 01:18:24 GMT"\n',
    })
    expect(run.of('regulation')).toMatchObject([
      {
        key: 'regulations-gov|HHS-1',
        record_key: 'HHS-1/count',
        observed_at: '2023-01-31T01:18:24.000Z',
        parts: { comment_count: { count: 3, as_of: '2023-01-31T01:18:24.000000Z' } },
      },
    ])
  })

  it('skips supporting material, comments, and empty answers without rejections', async () => {
    const run = await readSourceFiles(regulationsGov, {
      'a.json': pageOf(faaDocument({ documentType: 'Supporting & Related Material' })),
      'b.json': pageOf({ id: 'FAA-1-0418', type: 'comments', attributes: { title: 'Comment from J. S.' } }),
      'c.json': pageOf(),
      'd.json': [],
    })
    expect(run.items).toEqual([])
  })
})

describe('a bad answer of regulations.gov', () => {
  const read = (body: unknown) => readSourceFiles(regulationsGov, { '2023_08_11.json': body })

  it.each([
    [
      { errors: [{ status: '400', title: 'Invalid ID: INVALID-DOCUMENT-ID' }] },
      'the answer is an error: 400 Invalid ID: INVALID-DOCUMENT-ID',
    ],
    [
      { error: { code: 'API_KEY_INVALID', message: 'An invalid api_key was supplied.' } },
      'the answer is an error: API_KEY_INVALID An invalid api_key was supplied.',
    ],
    [
      { errors: [{ status: '500', title: 'INTERNAL_SERVER_ERROR', detail: 'Incorrect result size' }] },
      'the answer is an error: 500 INTERNAL_SERVER_ERROR Incorrect result size',
    ],
    [{ meta: {} }, 'data is missing, not what was asked for'],
  ])('is rejected with its message: %j', async (body, detail) => {
    expect((await read(body)).rejections).toMatchObject([{ reason: 'record_invalid', detail }])
  })

  it('loses only its bad documents and pages', async () => {
    const run = await read([
      pageOf(faaDocument({ postedDate: null }), faaDocument({}, 'FAA-2023-0001-0003')),
      { errors: [{ status: '429', title: 'OVER_RATE_LIMIT' }] },
      pageOf(
        faaDocument({ commentEndDate: 'soon' }, 'FAA-2023-0001-0004'),
        faaDocument({}, 'FAA-2023-0001-0005'),
      ),
    ])
    expect(run.rejections.map(({ detail }) => detail)).toEqual([
      'postedDate is null, not a date',
      'the answer is an error: 429 OVER_RATE_LIMIT',
    ])
    expect(run.of('regulation')).toHaveLength(3)
  })

  it('is unreadable if it ends early', async () => {
    expect((await read('{"data": [')).rejections).toMatchObject([{ reason: 'record_unreadable' }])
  })
})
