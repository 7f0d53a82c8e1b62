import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'

/** Countries whose joined list is fetched from the repository. */
const COUNTRIES = ['us', 'ca', 'uk']
const DAY_S = 86_400

export const ocdDivisionsFeed: Feed = {
  address: 'https://raw.githubusercontent.com/opencivicdata/ocd-division-ids/master/identifiers',
  address_setting: 'OCD_DIVISIONS_URL',
  key: null,
  requests_per_minute: 30,
  interval_s: 7 * DAY_S,
  fetch,
}

async function* fetch({ address, get }: Fetching): AsyncGenerator<ArchivedDocument> {
  for (const country of COUNTRIES) {
    const name = `country-${country}.csv`
    const answer = await get({ url: `${address()}/${name}`, name, expects: 'csv' })
    if (answer !== null) yield answer.document
  }
}
