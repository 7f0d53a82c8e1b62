import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'

const FILES = [
  'legislators-current.yaml',
  'legislators-historical.yaml',
  'legislators-district-offices.yaml',
  'legislators-social-media.yaml',
  'executive.yaml',
  'committees-current.yaml',
  'committee-membership-current.yaml',
] as const

/**
 * The files as the project publishes them on its pages. They refer to each other, so all are read or none.
 */
export const congressLegislatorsFeed: Feed = {
  address: 'https://unitedstates.github.io/congress-legislators',
  address_setting: 'CONGRESS_LEGISLATORS_URL',
  key: null,
  requests_per_minute: 30,
  interval_s: 24 * 60 * 60,
  is_set: true,
  fetch: fetchFiles,
}

async function* fetchFiles({ get }: Fetching): AsyncGenerator<ArchivedDocument> {
  for (const name of FILES) {
    const answer = await get({
      url: name,
      name: `congress-legislators/${name}`,
      expects: 'yaml',
      conditional: false,
    })
    if (answer !== null) yield answer.document
  }
}
