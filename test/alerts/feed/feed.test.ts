import { parseFeed } from '@rowanmanning/feed-parser'
import { expect, it } from 'vitest'
import { jsonFeedOf, renderAtom } from '../../../alerts/feed/feed.ts'

const entry = (number: number) => ({
  message_id: `<${number}@pages.example.org>`,
  subject: `A & B\u0000<${number}> \ud800`,
  text: 'text',
  html: '<p>"quoted" & \u0008 kept</p>',
  created_at: `2026-03-0${number}T07:00:00.000000Z`,
})

it('an Atom feed stays well-formed, whatever the texts contain', () => {
  const feed = {
    title: '<script> & "quotes"',
    url: 'https://pages.example.org/v1/alert_feeds/x/atom?a=1&b=2',
    updated_at: '2026-03-02T07:00:00.000000Z',
    entries: [entry(2), entry(1)],
  }
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
