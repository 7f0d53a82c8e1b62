import { describe, expect, it } from 'vitest'
import { MEMBERS_FOLLOW, pageBytes } from '../../../api/paging/page-bytes.ts'

const bytesOf = (items: string) => pageBytes('{"data":[', items, '],"next_cursor":null}').toString()

describe('the bytes of a page', () => {
  it.each(['', '{"id":1}', '{"id":1},{"id":2,"title":"Straßen 🚲 日本語"}', '{"lone":"\ud83d"}'])(
    'encode its text as UTF-8: %s',
    (items) => {
      expect(pageBytes('{"data":[', items, ']}')).toEqual(Buffer.from(`{"data":[${items}]}`))
    },
  )

  it('contain extra members only in the items that are marked for them', () => {
    const items = [
      `{"a":{"b":"}"}}${MEMBERS_FOLLOW}"more":{"c":1},"most":null}`,
      '{"id":2,"deleted":true}',
      `{"title":"漢"}${MEMBERS_FOLLOW}"more":null}`,
    ]
    expect(bytesOf(items.join(','))).toBe(
      '{"data":[{"a":{"b":"}"},"more":{"c":1},"most":null},{"id":2,"deleted":true},{"title":"漢","more":null}],"next_cursor":null}',
    )
  })

  it('contain only this page, even after a longer one', () => {
    const long = bytesOf(`{"title":"${'漢'.repeat(2_000_000)}"}`)
    const marked = `{"id":1}${MEMBERS_FOLLOW}"x":1}`
    const first = pageBytes('[', Array(50).fill(marked).join(','), ']')
    const kept = first.toString()
    expect(bytesOf('{}')).toBe('{"data":[{}],"next_cursor":null}')
    expect(first.toString()).toBe(kept)
    expect(long).toHaveLength(2_000_000 + '{"data":[{"title":""}],"next_cursor":null}'.length)
  })
})
