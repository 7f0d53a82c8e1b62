import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../ingest/sources/records/rejections.ts'
import { xmlReader } from '../../../../ingest/sources/records/xml.ts'
import { parseYaml } from '../../../../ingest/sources/records/yaml.ts'

const MEGABYTE = 1024 * 1024
const parseXml = xmlReader({ lists: new Set(), attributes: true })
const filled = (part: string, megabytes = 8): string => part.repeat((megabytes * MEGABYTE) / part.length)

/** The messages come from the count before parsing. A parser would report another one, after it had built the parts. */
describe('input that would use too much memory when parsed', () => {
  it.each([
    ['lists in lists', filled('['), 'nested deeper than 500 levels'],
    ['objects in objects', filled('{"a":'), 'nested deeper than 500 levels'],
    ['empty objects', `[${filled('{},')}{}]`, 'more than 2000000 lists and objects'],
  ])('is refused before parsing: JSON of %s', (_, text, message) => {
    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({ code: 'record_unreadable', message: expect.stringContaining(message) }),
    )
  })

  it.each([
    ['lists in lists', filled('['), 'more than 1000000 entries'],
    ['objects in objects', filled('{a: '), 'more than 1000000 entries'],
    ['items', filled('- a\n'), 'more than 1000000 entries'],
    ['keys', filled('? '), 'more than 1000000 entries'],
    ['anchors', filled('- &a b\n'), 'more than 1000000 entries'],
    ['lists in lists on one line', `${'- '.repeat(200)}a`, 'nested deeper than 100 levels'],
    ['keys in keys on one line', `${'? - '.repeat(100)}a`, 'nested deeper than 100 levels'],
  ])('is refused before parsing: YAML of %s', (_, text, message) => {
    expect(() => parseYaml(text)).toThrow(
      expect.objectContaining({ code: 'record_unreadable', message: expect.stringContaining(message) }),
    )
  })

  it('is refused: YAML whose aliases expand to a billion values', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const item = level === 0 ? 'x' : `*a${level - 1}`
      return `a${level}: &a${level} [${Array(10).fill(item).join(', ')}]`
    })
    expect(() => parseYaml(levels.join('\n'))).toThrow(/alias/)
  })

  it.each([
    ['unclosed tags', filled('<a>'), 'more than 1000000 elements'],
    ['empty elements', `<r>${filled('<a/>')}</r>`, 'more than 1000000 elements'],
    [
      'many attributes in one element',
      `<r ${Array.from({ length: 101 }, (_, at) => `a${at} = ""`).join(' ')}/>`,
      'more than 100 attributes of one element',
    ],
    [
      'attributes',
      `<r>${filled('<a b="c" d="e" f="g" h="i" j="k"/>', 10)}</r>`,
      'more than 1000000 attributes',
    ],
    ['elements in elements', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, 'nested tags'],
    [
      'entities that grow',
      `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1_000)}">]><r>${'&a;'.repeat(1_000)}</r>`,
      'content length limit exceeded',
    ],
  ])('is refused: XML of %s', (_, text, message) => {
    expect(() => parseXml(text)).toThrow(
      expect.objectContaining({ code: 'record_unreadable', message: expect.stringContaining(message) }),
    )
  })

  it('does not include real files with many entries, deep outlines, or special characters', () => {
    const people = Array.from({ length: 20_000 }, (_, id) => `- id: ${id}\n  note: "[{ - ? = 'a' ="\n`).join(
      '',
    )
    expect(parseYaml(people)).toHaveLength(20_000)
    expect(parseJson(JSON.stringify(Array(400_000).fill([1, 2])))).toHaveLength(400_000)
    expect(parseXml(`<r>${'<a b="1">x = "y" = "z"</a>'.repeat(20_000)}</r>`)).toHaveProperty('r')
  })
})
