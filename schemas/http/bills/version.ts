import { Type } from 'typebox'
import { Closed, DayOrTime, FileLink, Instant, linked, OrNull, Page, Text } from '../fields.ts'
import { DiffStatsItem } from './version-diff.ts'

const version = {
  id: Text,
  kind: Type.Enum(['version', 'document']),
  note: Text,
  date: OrNull(DayOrTime),
  classification: Text,
  links: Type.Array(FileLink),
  text: OrNull(
    Closed(
      {
        sha256: Text,
        bytes: Type.Integer(),
        media_type: Text,
        ...linked,
        extracted: OrNull(
          Closed(
            { sha256: Text, bytes: Type.Integer(), characters: Type.Integer() },
            { description: 'The plain text, also at /v1/objects/{sha256}' },
          ),
        ),
        no_text: OrNull(Type.String({ description: 'The reason why there is no plain text' })),
      },
      {
        description: 'The document, if it is stored: its bytes are at /v1/objects/{sha256}',
      },
    ),
  ),
  updated_at: Instant,
}

/** A version of the text, or a document about the bill, as part of a bill. */
export const IncludedVersionItem = Closed(version)

/** The same in the list of the versions of one bill, which also says where its diff is. */
const VersionItem = Closed({
  ...version,
  diff: OrNull(
    Closed({
      from: Type.String({ description: 'Id of the version before it that has a text' }),
      url: Type.String({ description: 'Path of what changed' }),
      stats: OrNull({ ...DiffStatsItem, description: 'null until the diff was computed' }),
    }),
  ),
})
export const VersionPage = Page(VersionItem)
