import { organizationKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { linksOf } from '../mapping/links.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, looseText, mapList, nullableText, textOf } from '../records/fields.ts'
import type { Place } from './place.ts'
import { scrapeOf } from './scrape.ts'

/** `names` has the organizations of the folder by scraped id, because a parent is named only by its id. */
export function mapOrganization(
  fields: Fields,
  place: Place,
  names: ReadonlyMap<string, string>,
  fallbackAt: string,
  record: string,
): ObservationOf<'organization'> {
  const { division_id } = place.jurisdiction
  const name = textOf(fields, 'name')
  const classification = textOf(fields, 'classification')
  const parentId = nullableText(fields, 'parent_id')
  return {
    entity: 'organization',
    key: organizationKey(division_id, classification, name),
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: scrapeOf(looseText(fields, '_id')).at ?? fallbackAt,
    schema_rank: 1,
    parts: {
      organization: {
        jurisdiction: division_id,
        name,
        classification,
        parent_name: parentId === null ? null : (names.get(parentId) ?? null),
        links: mapList(fields, 'links', (item) => ({
          url: webAddress(textOf(item, 'url')),
          media_type: looseText(item, 'media_type'),
        })),
        sources: linksOf(fields, 'sources'),
      },
    },
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
}
