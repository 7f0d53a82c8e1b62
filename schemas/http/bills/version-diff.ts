import { type Static, Type } from 'typebox'
import { Closed, DayOrTime, Id, OcdId, OrNull, Text, TextOrNull } from '../fields.ts'
import { IdPath, Words } from '../parameters.ts'

export const DiffPath = Type.Object({
  ...IdPath.properties,
  version_id: Type.String({ minLength: 1, maxLength: 300, description: 'Id of a version of the bill' }),
})

export const DiffQuery = Type.Object(
  {
    from: Words('Id of the version to compare with; default: the version before it that has a text'),
    format: Type.Optional(
      Type.Enum(['json', 'html', 'unified'], {
        description:
          '`html` is a fragment of a page with `ins` and `del`; `unified` is a patch of the plain texts; default: `json`',
      }),
    ),
  },
  { additionalProperties: false },
)
export type DiffQuery = Static<typeof DiffQuery>

const Count = Type.Integer({ minimum: 0 })

export const DiffStatsItem = Closed({
  sections_added: Count,
  sections_removed: Count,
  sections_changed: Count,
  sections_moved: Count,
  words_added: Count,
  words_removed: Count,
  kept_share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the words of the older text that the newer one keeps',
  }),
})

const DiffVersion = Closed({ id: Text, note: Text, date: OrNull(DayOrTime) })

export const BillVersionDiff = Closed({
  bill_id: Id,
  bill_ocd_id: OcdId,
  from: DiffVersion,
  to: DiffVersion,
  identical: Type.Boolean(),
  complete_replacement: Type.Boolean({
    description: 'The newer text shares so little with the older one that it is another text',
  }),
  truncated: Type.Boolean({
    description: 'A limit of work was reached, so that some section is compared more coarsely',
  }),
  ops_omitted: Type.Boolean({
    description: 'The answer would be too long: `ops` of some sections are null',
  }),
  stats: DiffStatsItem,
  sections: Type.Array(
    Closed({
      kind: Type.Enum(['unchanged', 'changed', 'replaced', 'added', 'removed', 'moved', 'renumbered']),
      from_number: TextOrNull,
      to_number: TextOrNull,
      heading: TextOrNull,
      is_moved: Type.Boolean({ description: 'It stands at another place among the sections of both texts' }),
      words_added: Count,
      words_removed: Count,
      ops: OrNull(
        Type.Array(
          Closed({
            op: Type.Enum(['keep', 'delete', 'insert']),
            mark: Type.Enum(['none', 'struck', 'inserted'], {
              description: 'What the document itself strikes out or inserts',
            }),
            text: Type.String({ description: 'Words; each line ends with a line feed' }),
          }),
          { description: 'Empty if the words of the section are the same in both texts' },
        ),
      ),
    }),
    {
      description: 'In the order of the newer text; a removed section stands after the one that it followed',
    },
  ),
  method_version: Type.Integer(),
})
