import { readFiles } from '../../../ingest/files/file-input.ts'
import type { Feed } from '../../../ingest/source-interface/feed.ts'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { bill } from '../builders/observations.ts'

/**
 * A source of the shape that most have: `bills.json?since=…` lists identifiers, `bills/HB1.json` is one bill, `{
 * identifier, title, at }`. Its address is FEDERAL_REGISTER_URL, and its key, if it needs one, is LEGISCAN_API_KEY.
 */
export function feedSource(name: string, options: { interval_s?: number; needs_key?: boolean } = {}): Source {
  const feed: Feed = {
    address: 'https://publisher.example.gov',
    address_setting: 'FEDERAL_REGISTER_URL',
    key: options.needs_key === true ? { setting: 'LEGISCAN_API_KEY', send: 'query', name: 'key' } : null,
    requests_per_minute: 6_000,
    interval_s: options.interval_s ?? 3_600,
    async *fetch({ since, get }) {
      const url = `${name}/bills.json?since=${since ?? ''}`
      const listing = await get({ url, name: 'bills.json', expects: 'json', conditional: false })
      for (const identifier of JSON.parse(listing!.body.toString()) as string[]) {
        const answer = await get({
          url: `${name}/bills/${identifier.replace(' ', '')}.json`,
          name: `bills/${identifier.replace(' ', '')}.json`,
          expects: 'json',
        })
        if (answer !== null) yield answer.document
      }
    },
  }
  return {
    name,
    mapper_version: 1,
    feed,
    async *read(input) {
      for await (const record of readFiles(input)) {
        if (record.kind !== 'record') continue
        const { identifier, title, at } = JSON.parse(record.bytes.toString()) as Record<string, string>
        yield {
          kind: 'observed',
          group: [bill(identifier!, { title: title! }, { observed_at: at! })],
        }
      }
    },
  }
}
