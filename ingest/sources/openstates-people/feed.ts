import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'

/** Fetches the whole repository as an archive of its main branch. */
export const openstatesPeopleFeed: Feed = {
  address: 'https://github.com/openstates/people',
  address_setting: 'OPENSTATES_PEOPLE_URL',
  key: null,
  requests_per_minute: 6,
  interval_s: 24 * 60 * 60,
  fetch: fetchRepository,
}

async function* fetchRepository({ get }: Fetching): AsyncGenerator<ArchivedDocument> {
  const answer = await get({
    url: 'archive/refs/heads/main.tar.gz',
    name: 'openstates-people/main.tar.gz',
    expects: 'gzip',
  })
  if (answer !== null) yield answer.document
}
