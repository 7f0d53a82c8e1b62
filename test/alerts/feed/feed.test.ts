import { parseFeed } from '@rowanmanning/feed-parser'
import { expect, it } from 'vitest'
import { jsonFeedOf, renderAtom } from '../../../alerts/feed/feed.ts'
import { atomFaults, jsonFeedFaults } from '../../support/alerts/feed-faults.ts'

const entry = (number: number) => ({
  message_id: `<${number}@pages.example.org>`,
  subject: `A & B\u0000<${number}> \ud800`,
  text: 'text',
  html: '<p>"quoted" & \u0008 kept</p>',
  created_at: `2026-03-0${number}T07:00:00.000000Z`,
})

const feedOf = (...numbers: number[]) => ({
  title: 'Ferries & tolls',
  url: 'https://pages.example.org/v1/alert_feeds/x/atom',
  updated_at: '2026-03-02T07:00:00.000000Z',
  entries: numbers.map(entry),
})

it('feeds are valid, empty and with entries', () => {
  for (const feed of [feedOf(), feedOf(2, 1)]) {
    expect(atomFaults(renderAtom(feed, 7))).toEqual([])
    expect(jsonFeedFaults(JSON.parse(JSON.stringify(jsonFeedOf(feed))))).toEqual([])
  }
})

it('the validators find what is wrong', () => {
  const atom = renderAtom(feedOf(2, 1), 7)
  for (const [from, to] of [
    [/<title>.*<\/title>/, ''],
    [/<author>.*<\/author>/, ''],
    ['<updated>2026-03-02T07:00:00.000000Z', '<updated>yesterday'],
    ['<entry><id>', '<entry><id>urn:x</id><id>'],
    ['<id>urn:legislog:alerts:7', '<id>alerts'],
    ['content type="html"', 'content type="markdown"'],
    ['rel="self"', 'rel="alternate"'],
    [/urn:legislog:digest:2/, 'urn:legislog:digest:1'],
  ] as const) {
    const broken = atom.replace(from, to)
    expect(broken).not.toBe(atom)
    expect(atomFaults(broken), `without ${from}`).not.toEqual([])
  }
  const json = jsonFeedOf(feedOf(1))
  expect(jsonFeedFaults({ version: json.version, items: [] })).not.toEqual([])
  expect(jsonFeedFaults({ version: json.version, title: 't', items: [{ title: 'no id' }] })).not.toEqual([])
})

it('an Atom feed stays well-formed, whatever the texts contain', () => {
  const feed = {
    title: '<script> & "quotes"',
    url: 'https://pages.example.org/v1/alert_feeds/x/atom?a=1&b=2',
    updated_at: '2026-03-02T07:00:00.000000Z',
    entries: [entry(2), entry(1)],
  }
  expect(atomFaults(renderAtom(feed, 7))).toEqual([])
  const parsed = parseFeed(renderAtom(feed, 7))
  expect(parsed.title).toBe('<script> & "quotes"')
  expect(parsed.self).toBe(feed.url)
  expect(parsed.updated?.toISOString()).toBe('2026-03-02T07:00:00.000Z')
  expect(parsed.items.map(({ title }) => title)).toEqual(['A & B <2> \ufffd', 'A & B <1> \ufffd'])
  expect(parsed.items[0]!.content).toContain('"quoted" & ')
})

it('the id of an entry does not depend on the address of the feed or of the service', () => {
  const [one, other] = ['https://a.example/x', 'https://b.example/y'].map(
    (url) =>
      jsonFeedOf({
        title: 't',
        url,
        updated_at: '2026-03-02T07:00:00.000000Z',
        entries: [{ ...entry(1), message_id: `<1@${new URL(url).hostname}>` }],
      }).items[0]!.id,
  )
  expect(one).toBe(other)
})
