import { jurisdictions } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'

/**
 * Each jurisdiction has a repository, `<postal code>-legislation`, fetched as an archive of its main branch.
 * GitHub documents the address under "Downloading source code archives". Congress is `usa`. A repository that
 * does not exist is skipped. So a wrong address is known only after the last one, nine minutes later at six requests a minute.
 */
export const openstatesBulkFeed: Feed = {
  address: 'https://github.com/govbot-data',
  address_setting: 'OPENSTATES_BULK_URL',
  key: null,
  requests_per_minute: 6,
  interval_s: 24 * 60 * 60,
  fetch: fetchRepositories,
}

async function* fetchRepositories({ find, resumed, save, log }: Fetching): AsyncGenerator<ArchivedDocument> {
  const names = jurisdictions.map(({ abbreviation }) => (abbreviation === 'us' ? 'usa' : abbreviation))
  const done = typeof resumed === 'string' ? names.indexOf(resumed) + 1 : 0
  for (const name of names.slice(done)) {
    const answer = await find({
      url: `${name}-legislation/archive/refs/heads/main.tar.gz`,
      name: `${name}-legislation/main.tar.gz`,
      expects: 'gzip',
    })
    if (answer === null) log.debug({ repository: name }, 'nothing new in this repository, or none there')
    else yield answer.document
    await save(name)
  }
}
