import { expect, it } from 'vitest'
import { listedSources } from '../../../ingest/sources/registry.ts'

it.each(listedSources)('the list of sources says of $name what its code says', async (listed) => {
  const source = await listed.load()
  expect({ name: source.name, is_fetched: source.feed !== undefined }).toEqual({
    name: listed.name,
    is_fetched: listed.is_fetched,
  })
})
